import LinuxSystem
import SnapshotModel
import SnapshotStore
import TestSupport
import Testing

@Suite struct StoreSpaceTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.open()
        for text in ["one", "two", "three"] { try fixture.save(store, text) }
    }

    @Test func theReserveGoesFirstThenWhatExpiredAndNothingElse() throws {
        let store = try fixture.open()
        try store.delete(1)
        #expect(try store.makeRoom())
        #expect(try fixture.names().contains("reserve") == false)
        #expect(store.expiredSnapshots.count == 1)
        #expect(try store.makeRoom())
        #expect(store.expiredSnapshots == [])
        #expect(try store.makeRoom() == false)
        #expect(store.snapshots.map(\.number) == [2, 3])
        try fixture.save(store, "four")
        #expect(try fixture.names().contains("reserve"))
    }

    @Test func aPinAndTheBrakeHoldWhatExpiredEvenThen() throws {
        let store = try fixture.open()
        try store.delete(1)
        try store.delete(2)
        try store.setPinned(1, true)
        #expect(try store.makeRoom())
        try store.brake(.massDeletion, "x")
        #expect(try store.makeRoom() == false)
        try store.releaseBrakes()
        #expect(try store.makeRoom())
        #expect(store.expiredSnapshots == [])
        #expect(store.snapshots.map(\.number) == [1, 3])
    }

    /// Its snapshots cannot be taken back any more, so that a sweep may remove what they alone need.
    @Test func whatOthersMayNeedStaysAndLosesItsGrace() throws {
        let store = try fixture.open()
        try fixture.save(store, "four") { $0.layout = .incremental }
        try store.delete(1)
        try store.delete(2)
        while try store.makeRoom() {}
        #expect(store.expiredSnapshots == [])
        #expect(try fixture.names("store/base").count == 2)
    }

    @Test func aLabelOnAFullDiskUsesTheReserve() throws {
        let store = try fixture.open()
        try SyscallFaults.refusing("O_TMPFILE", with: .noSpace, times: 1) {
            _ = try store.label(1, "x")
        }
        #expect(try fixture.names().contains("reserve") == false)
        #expect(try Store.openForReading(fixture.storePath).snapshots[0].label == "x")
    }

    @Test func listingPruningAndDeletingWorkWithNothingFree() throws {
        var store: Store? = try fixture.open()
        try SyscallFaults.refusing("O_TMPFILE", with: .noSpace) {
            #expect(store?.snapshots.count == 3)
            try store?.delete(1)
            let outcome = try store?.prune(
                RetentionPolicy(last: 1), zone: PlainZone(), dryRun: false)
            #expect(outcome?.expired == [2])
            #expect(try store?.makeRoom() == true)
            let error = userError { _ = try store?.makeSnapshotFile() }
            #expect(error?.code == .storeFull)
            #expect(error?.message == "the store's disk is full")
        }
        store = nil
        store = try fixture.open()
        #expect(store?.snapshots.map(\.number) == [3])
        #expect(store?.brakes == [])
    }

    @Test(arguments: ["O_TMPFILE", "pwrite", "ftruncate", "linkat"])
    func aFullDiskKeepsNobodyFromOpening(call: String) throws {
        try fixture.open().delete(1)
        try SyscallFaults.refusing(call, with: .noSpace) {
            let store = try fixture.open()
            #expect(store.snapshots.map(\.number) == [2, 3])
            while try store.makeRoom() {}
            #expect(store.expiredSnapshots == [])
        }
        #expect(try fixture.open().snapshots.map(\.number) == [2, 3])
    }

    @Test func theStoreSaysWhatIsFreeAndWhatItIs() throws {
        let store = try fixture.open()
        #expect(try store.freeBytes() > 0)
        let status = try FileDescriptor.status(of: fixture.storePath, following: false)
        #expect(try store.folderIdentity() == status.identity)
    }
}
