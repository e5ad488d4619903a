import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// Zips that somebody gave other names: they are known by what they say of themselves.
@Suite struct RenamedZipTests {
    let fixture: StoreFixture
    let store: Store
    let second: String

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
        for number in 1...3 { try fixture.saveChanges(store, "text \(number)", in: "a") }
        _ = try store.label(2, "kept")
        second = fixture.path(of: try store.snapshot(2))
    }

    private func repair(dryRun: Bool = false) throws -> RepairOutcome {
        try store.repair(RepairOptions(isDryRun: dryRun)) {}
    }

    private func name(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(arguments: ["store/old.zip", "store/base/old.zip", "store/expired/two", "store/x.bak"])
    func aRepairGivesThemTheirNamesBack(_ place: String) throws {
        try fixture.move(second, to: place)
        try store.refresh()
        #expect(store.brakes.map(\.reason) == ["snapshot 2 is gone from the store"])
        let plan = try repair(dryRun: true)
        #expect(plan.renamed.map(\.found.snapshots) == [[2]])
        #expect(plan.items == [] && plan.lost.isEmpty)
        #expect(store.snapshots.map(\.number) == [1, 3])
        let outcome = try repair()
        #expect(outcome.renamed == plan.renamed)
        #expect(outcome.isMended && outcome.items == [])
        #expect(store.snapshots.map(\.number) == [1, 2, 3])
        #expect(store.snapshots.map(\.label) == [nil, "kept", nil])
        #expect(fixture.path(of: try store.snapshot(2)) == second)
        #expect(store.brakes == [])
        #expect(try store.verify(depth: .everything).damage == [])
        #expect(try repair().renamed == [])
    }

    @Test func verifyingSaysWhichFileItIs() throws {
        try fixture.move(second, to: "store/base/old.zip")
        let found = try store.verify(depth: .structure).damage.filter(\.isGone)
        #expect(found.map(\.damage.message) == ["is there as base/old.zip: snapctl repair (kept)"])
    }

    /// What is no whole zip of a missed snapshot of this store is left alone.
    @Test func nothingElseIsRenamed() throws {
        let bytes = try fixture.scratch.read(second)
        try fixture.remove(second)
        try fixture.scratch.write(Array(bytes.prefix(bytes.count - 30)), to: "store/cut.zip")
        let other = try StoreFixture()
        let theirs = try other.open()
        try other.saveChanges(theirs, "theirs", in: "a")
        try fixture.scratch.write(
            try other.scratch.read(other.path(of: try theirs.snapshot(1))), to: "store/theirs.zip")
        try fixture.scratch.write("no zip", to: "store/note.txt")
        try store.refresh()
        let outcome = try repair()
        #expect(outcome.renamed == [])
        #expect(store.snapshots.map(\.number) == [1, 3])
        let names = try fixture.names("store")
        for name in ["cut.zip", "theirs.zip", "note.txt"] { #expect(names.contains(name)) }
    }
}
