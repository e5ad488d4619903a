import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// A snapshot of which neither the record nor the root is left: a person decides what becomes of it.
@Suite struct UnreadableSnapshotTests {
    /// The listings went with the record: nobody knows what the snapshot showed.
    @Test func withoutARootASnapshotStaysListedAsDamaged() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try fixture.scratch.write("what the second needs of the first", to: "data/kept")
        try fixture.saveChanges(store, "first", in: "own")
        try fixture.saveChanges(store, "second", in: "own")
        let before = try fixture.everything(in: try store.view(2))
        let first = store.snapshots[0]
        let trees = try #require(
            try store.view(1).archive.entries.first { $0.name == OwnName.trees })
        let path = fixture.path(of: first)
        let bytes = try fixture.scratch.read(path)
        store.release()
        // Half a zip, as a disk leaves it that was torn out.
        let start = Int(trees.headerOffset) + trees.localHeaderCount
        try fixture.scratch.write(bytes.prefix(start + Int(trees.packed) / 2), to: path)
        try fixture.removeTree("cache")
        let anew = try fixture.open()
        #expect(try anew.snapshot(1).damage != nil)
        let outcome = try anew.repair(RepairOptions()) {}
        #expect(outcome.items.contains { $0.action == .left })
        #expect(Set(outcome.left.map(\.file)) == [first.fileName])
        #expect(try anew.snapshot(1).damage != nil)
        #expect(try fixture.names("store/expired") == [])
        #expect(anew.brakes.map(\.code) == [.unreadable])
        // What others need of it is in a zip that has its lists.
        #expect(try fixture.names("store/base").filter { $0.hasSuffix(".content.zip") }.count == 1)
        #expect(try fixture.everything(in: try anew.view(2)) == before)
        #expect(try anew.repair(RepairOptions()) {}.mended == [])
        #expect(try fixture.names("store/base").count == 1)
        // It goes when a person wants it to.
        try anew.releaseBrakes()
        try anew.delete(1)
        let found = try anew.verify(depth: .everything)
        #expect(found.snapshots == 1)
        #expect(found.damage == [])
        #expect(found.known.map(\.damage.kind) == [.deleted])
        #expect(found.known.map(\.file) == [first.fileName])
        for isDryRun in [true, false] {
            let outcome = try anew.repair(RepairOptions(isDryRun: isDryRun)) {}
            #expect(outcome.isMended)
            #expect(outcome.items == [])
            #expect(outcome.mended == [])
            #expect(outcome.known.map(\.file) == [first.fileName])
        }
        #expect(anew.brakes == [])
        #expect(try fixture.everything(in: try anew.view(2)) == before)
        // Where its own list is lost nobody can say what a sweep may take: a repair carries all that is whole.
        fixture.clock.advance(hours: 25)
        #expect(try anew.purge() == [1])
        #expect(userError { _ = try anew.sweep(.now) }?.code == .damaged)
        #expect(try anew.repair(RepairOptions()) {}.isMended)
        #expect(try fixture.names("store/base").allSatisfy { $0.hasSuffix(".content.zip") })
        #expect(try anew.verify(depth: .everything).damage == [])
        #expect(try fixture.everything(in: try anew.view(2)) == before)
    }
}
