import SnapshotModel
import SnapshotStore
import TestSupport
import Testing

/// Which snapshots are to blame for the room that the store takes.
@Suite struct StoreUsageTests {
    private let little: Int64 = 60_000

    @Test func completeSnapshotsAreFreeOneByOne() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        var random = SeededGenerator(seed: 8)
        try fixture.scratch.write(random.bytes(400_000), to: "data/a")
        for _ in 1...3 { try fixture.save(store) }
        let usage = try store.usage()
        #expect(usage.snapshots.map(\.number) == [1, 2, 3])
        #expect(usage.snapshots.allSatisfy { $0.alone >= 400_000 && $0.alone < 500_000 })
        #expect(usage.snapshots[1].withOlder == usage.snapshots[0].alone + usage.snapshots[1].alone)
        #expect(usage.snapshots[2].withOlder == usage.bytes)
    }

    @Test func whatSnapshotsShareIsFreeWithTheLastOfThem() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        var random = SeededGenerator(seed: 9)
        try fixture.scratch.write(random.bytes(1_500_000), to: "data/always")
        try fixture.save(store)
        try fixture.scratch.write(random.bytes(500_000), to: "data/for-a-while")
        try fixture.saveChanges(store)
        try fixture.saveChanges(store)
        try fixture.remove("data/for-a-while")
        try fixture.scratch.write(random.bytes(200_000), to: "data/once")
        try fixture.saveChanges(store)
        try fixture.remove("data/once")
        try fixture.saveChanges(store)
        for store in [store, try Store.openForReading(fixture.storePath)] {
            let usage = try store.usage().snapshots
            // Incremental snapshots lean on the complete one, so most of it stays.
            #expect(usage[0].alone < little)
            #expect(usage[1].alone < little)
            #expect(usage[2].alone < little)
            #expect((200_000..<(200_000 + little)).contains(usage[3].alone))
            #expect(usage[1].withOlder < 2 * little)
            #expect((500_000..<(500_000 + 3 * little)).contains(usage[2].withOlder))
            #expect((700_000..<(700_000 + 4 * little)).contains(usage[3].withOlder))
            #expect(usage[4].withOlder >= 2_200_000)
        }
    }
}
