import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// A repair that is cut short at any system call: whatever was whole stays whole, and the next repair finishes.
@Suite struct RepairCrashTests {
    private let calls = ["linkat", "renameat2", "renameat", "fsync", "fdatasync", "O_TMPFILE"]

    /// A complete and two incremental snapshots, of which the first is damaged where the third has a copy.
    private func damaged(_ fixture: StoreFixture) throws -> [BytePath: StoreFixture.Shown] {
        let store = try fixture.open()
        try fixture.scratch.write("in all of them, and long enough to be hit", to: "data/kept")
        try fixture.save(store, "first", in: "own")
        try fixture.saveChanges(store, "second", in: "own")
        try fixture.save(store, "third", in: "own")
        let shown = try fixture.everything(in: try store.view(1))
        try fixture.damage("kept", in: store.snapshots[0], of: store)
        store.release()
        return shown
    }

    @Test(arguments: 0..<12) func nothingIsLostWhereverItStops(after: Int) throws {
        for call in calls {
            let fixture = try StoreFixture()
            let shown = try damaged(fixture)
            var store = try fixture.open()
            _ = try? SyscallFaults.refusing(call, with: .io, after: after) {
                try store.repair(RepairOptions()) {}
            }
            // The process ends here, and with it all that it knew.
            store.release()
            store = try fixture.open()
            #expect(store.snapshots.map(\.number) == [1, 2, 3], "\(call) \(after)")
            let now = try fixture.everything(in: try store.view(1))
            #expect(now == shown, "\(call) \(after)")
            #expect(try store.repair(RepairOptions()) {}.isMended, "\(call) \(after)")
            #expect(try store.verify(depth: .everything).damage == [], "\(call) \(after)")
            #expect(try fixture.everything(in: try store.view(1)) == shown, "\(call) \(after)")
            // What is left of it goes after the time of grace, at the latest after a second one.
            for _ in 1...2 {
                fixture.clock.advance(hours: 25)
                try store.releaseBrakes()
                _ = try store.purge()
            }
            #expect(try fixture.names("store/expired") == [], "\(call) \(after)")
            store.release()
        }
    }

    @Test func withoutExchangeTheOldZipIsCopiedFirst() throws {
        let fixture = try StoreFixture()
        let shown = try damaged(fixture)
        let store = try fixture.open()
        let before = try fixture.scratch.read(fixture.path(of: store.snapshots[0]))
        let outcome = try SyscallFaults.refusing("renameat2", with: .invalid) {
            try store.repair(RepairOptions()) {}
        }
        #expect(outcome.isMended)
        let aside = try fixture.names("store/expired")
        #expect(aside.count == 1)
        #expect(try fixture.scratch.read("store/expired/\(try #require(aside.first))") == before)
        #expect(try store.verify(depth: .everything).damage == [])
        #expect(try fixture.everything(in: try store.view(1)) == shown)
    }

    @Test func aFullDiskLeavesTheDamagedZip() throws {
        let fixture = try StoreFixture()
        let shown = try damaged(fixture)
        let store = try fixture.open()
        let error = userError {
            try SyscallFaults.refusing("pwrite", with: .noSpace) {
                _ = try store.repair(RepairOptions()) {}
            }
        }
        #expect(error?.code == .storeFull)
        #expect(try fixture.names("store/expired") == [])
        #expect(try fixture.everything(in: try store.view(1)) == shown)
    }
}
