import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// Several zips may hold the same content, not all of them whole or with all that it takes.
@Suite struct SweepCopiesTests {
    private let fixture: StoreFixture
    private let quick: SweepOptions
    private let thorough: SweepOptions

    init() throws {
        fixture = try StoreFixture()
        var options = SweepOptions.now
        options.isThorough = true
        thorough = options
        options = .now
        options.recompresses = false
        quick = options
    }

    private func bytes(_ seed: UInt64, _ count: Int) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        return random.bytes(count)
    }

    /// Deletes snapshots and lets their time of grace pass.
    private func bury(_ numbers: Int..., in store: Store) throws {
        for number in numbers { try store.delete(number) }
        fixture.clock.advance(hours: 25)
        #expect(try store.purge() == numbers)
    }

    private func holders(
        of content: Digest, in store: Store
    ) throws -> [(zip: [UInt8], form: ObjectForm)] {
        try store.pool.names().compactMap { name in
            try store.pool.zip(named: name)?.archive().place(of: content).map { (name, $0.form) }
        }
    }

    /// A zip stays for what else it holds, with a patch whose base went since nothing needed either.
    @Test(arguments: [false, true])
    func nothingLeansOnAPatchThatOutlastedItsBase(losesCatalog: Bool) throws {
        var store = try fixture.open()
        let first = bytes(1, 1_500_000)
        var second = first
        for place in [100_000, 700_000, 1_400_000] { second[place] ^= 1 }
        try fixture.scratch.write(first, to: "data/file")
        try fixture.saveChanges(store)
        try fixture.scratch.write(second, to: "data/file")
        try fixture.scratch.write(bytes(2, 1_200_000), to: "data/large")
        try fixture.saveChanges(store)
        try fixture.scratch.write(bytes(3, 1_500_000), to: "data/file")
        try fixture.saveChanges(store)
        try fixture.saveChanges(store, "more", in: "small")
        try bury(1, 2, in: store)
        #expect(try store.sweep(quick).removed == 1)
        let content = SHA256.digest(of: second)
        #expect(try holders(of: content, in: store).map(\.form) == [.patch])
        if losesCatalog {
            store.release()
            try fixture.removeTree("cache")
            store = try fixture.open()
        }
        #expect(try !store.holds(content))
        try fixture.scratch.write(second, to: "data/file")
        let snapshot = try fixture.saveChanges(store)
        let shown = try fixture.everything(in: try store.view(snapshot.number))
        #expect(shown[BytePath("file")]?.bytes == second)
        #expect(try store.holds(content))
        // A repair takes the useless patch out of the zip that stayed.
        #expect(try store.repair(RepairOptions()) {}.isMended)
        #expect(try store.verify(depth: .everything).damage == [])
        // Nor does a catalog that starts anew take the wrong one.
        store.release()
        try fixture.removeTree("cache")
        store = try fixture.open()
        #expect(store.brakes == [])
        #expect(try store.holds(content))
    }

    /// Two snapshots that are not kept hold a content that the newest needs: the first one's copy has rotted.
    private func rottenAndWhole() throws -> (store: Store, content: Digest) {
        let store = try fixture.open()
        try fixture.scratch.write(bytes(1, 40_000), to: "data/needed")
        try fixture.scratch.write(bytes(2, 300_000), to: "data/large")
        let first = try fixture.saveChanges(store)
        try fixture.damage("needed", in: first, of: store)
        let content = SHA256.digest(of: bytes(1, 40_000))
        #expect(throws: (any Error).self) {
            try store.objects.readContent(content) { _ in }
        }
        try fixture.scratch.write(bytes(3, 300_000), to: "data/large")
        try fixture.saveChanges(store)
        try fixture.remove("data/large")
        try fixture.saveChanges(store)
        try fixture.saveChanges(store, "more", in: "small")
        #expect(try holders(of: content, in: store).count == 2)
        return (store, content)
    }

    @Test func theWholeCopyIsCarried() throws {
        let (store, content) = try rottenAndWhole()
        let before = try fixture.everything(in: try store.view(4))
        try bury(1, 2, in: store)
        let outcome = try store.sweep(quick)
        #expect(outcome.removed == 2)
        #expect(outcome.damaged == 0)
        #expect(try fixture.everything(in: try store.view(4)) == before)
        #expect(try holders(of: content, in: store).count == 1)
        #expect(try store.verify(depth: .everything).damage == [])
    }

    @Test func whereNoneIsWholeAllStay() throws {
        let (store, content) = try rottenAndWhole()
        try fixture.damage("needed", in: try store.snapshot(2), of: store)
        try bury(1, 2, in: store)
        let outcome = try store.sweep(quick)
        #expect(outcome.removed == 0)
        #expect(outcome.damaged == 1)
        #expect(try holders(of: content, in: store).count == 2)
    }

    /// As after a repair of the one whose copy had rotted.
    @Test func twoKeptZipsWithTheSameContentArePackedIntoOneEntry() throws {
        let store = try fixture.open()
        let text = String(repeating: "words that pack well, ", count: 2_000)
        let first = try fixture.saveChanges(store, text, in: "text")
        try fixture.damage("text", in: first, of: store)
        let content = SHA256.digest(of: Array(text.utf8))
        #expect(throws: (any Error).self) {
            try store.objects.readContent(content) { _ in }
        }
        for number in 2...3 { try fixture.saveChanges(store, "\(number)", in: "small") }
        #expect(try store.repair(RepairOptions()) {}.isMended)
        #expect(try holders(of: content, in: store).count == 2)
        let outcome = try store.sweep(thorough)
        #expect(outcome.damaged == 0)
        #expect(try holders(of: content, in: store).count == 1)
        for name in try store.pool.names() {
            try ForeignCheck.check(try #require(try store.pool.zip(named: name)).archive())
        }
        #expect(try store.verify(depth: .everything).damage == [])
        for number in 1...3 {
            let shown = try fixture.everything(in: try store.view(number))
            #expect(shown[BytePath("text")]?.bytes == Array(text.utf8))
        }
    }
}
