import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotArchive
@testable import SnapshotStore

/// What is damaged in one place is one line, whatever finds it.
@Suite struct LossesToldOnceTests {
    /// The entry's data is whole, but nothing leads to it: it is a bad entry, and the content seems to be nowhere.
    @Test func anEntryUnderAnotherHashIsOneLoss() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fixture.saveChanges(store, "first", in: "own")
        try fixture.saveChanges(store, "second", in: "own")
        let second = store.snapshots[1]
        let content = SHA256.digest(of: Array("second".utf8))
        let path = fixture.path(of: second)
        let bytes = try fixture.scratch.read(path)
        // Of the places that have the hash the last is in the central directory.
        let hash = try #require(
            bytes.indices.last { bytes[$0...].starts(with: content.bytes) })
        try fixture.flip(path, at: Int64(hash))
        let found = try store.verify(depth: .everything)
        #expect(found.damage.map(\.damage.digest) == [content])
        #expect(found.damage.map(\.damage.path) == [BytePath("own")])
        #expect(found.damage.map(\.snapshots) == [[2]])
        #expect(found.damage.map(\.isElsewhere) == [false])
        let outcome = try store.repair(RepairOptions()) {}
        #expect(outcome.items.map(\.action) == [.mended])
        #expect(outcome.isMended)
        #expect(try store.verify(depth: .everything).damage == [])
    }

    @Test(arguments: [OwnName.trees, OwnName.extents, OwnName.record])
    func aListOfTheZipsOwnIsOneFinding(name: [UInt8]) throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fixture.saveChanges(store, "first", in: "own")
        try fixture.damage(entry: name, of: store.snapshots[0], in: store)
        #expect(try store.verify(depth: .everything).damage.count == 1)
    }

    @Test func aPatchIsOneLoss() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        var random = SeededGenerator(seed: 4)
        var bytes = random.bytes(1_100_000)
        try fixture.scratch.write(bytes, to: "data/large")
        try fixture.saveChanges(store)
        bytes[500_000] ^= 1
        try fixture.scratch.write(bytes, to: "data/large")
        try fixture.saveChanges(store)
        let entry = try #require(
            try store.view(2).archive.entries.first { $0.name.starts(with: OwnName.patches) })
        try fixture.damage(entry: entry.name, of: store.snapshots[1], in: store)
        let found = try store.verify(depth: .everything).damage
        #expect(found.map(\.damage.digest) == [SHA256.digest(of: bytes)])
        #expect(found.map(\.damage.path) == [BytePath("large")])
    }
}
