import LinuxSystem
import SnapshotModel
import SnapshotStore
import TestSupport
import Testing

/// What becomes of zips that a snapshot may still need when their own snapshot expires.
@Suite struct StoreBaseTests {
    let fixture: StoreFixture

    /// Two complete snapshots, and a third that leans on them.
    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.open()
        try fixture.save(store, "one")
        try fixture.save(store, "two")
        try fixture.save(store, "three") { $0.layout = .incremental }
    }

    @Test func whatMayBeNeededGoesToBaseAndComesBack() throws {
        var store: Store? = try fixture.open()
        let before = try #require(store?.snapshots[0])
        let deleted = try #require(try store?.delete(1))
        #expect(deleted.place == .base)
        #expect(deleted.isExpired)
        #expect(deleted.goes == FileTime(seconds: fixture.clock.now.seconds + 86_400))
        #expect(try fixture.names("store/base").count == 1)
        #expect(try fixture.names("store/expired") == [])
        #expect(try store?.view(1).directory(at: .root).count == 1)
        store = nil
        store = try fixture.open()
        #expect(store?.snapshots.map(\.number) == [2, 3])
        #expect(store?.expiredSnapshots == [deleted])
        let back = try #require(try store?.undelete(1))
        #expect(back.record == before.record)
        #expect(back.place == .main)
        #expect(try fixture.names("store/base") == [])
    }

    @Test func onlyWhatASnapshotLeansOnIsKept() throws {
        let store = try fixture.open()
        try fixture.save(store, "four")
        // The only one that leans is the one that goes: nothing else needs its zip.
        #expect(try store.delete(3).place == .expired)
        #expect(try store.delete(2).place == .base)
    }

    @Test func afterItsGraceASnapshotIsGoneButItsZipStays() throws {
        var store: Store? = try fixture.open()
        try store?.delete(1)
        fixture.clock.advance(hours: 25)
        #expect(try store?.purge() == [1])
        for _ in 1...2 {
            #expect(store?.expiredSnapshots == [])
            #expect(store?.snapshots.map(\.number) == [2, 3])
            #expect(try fixture.names("store/base").count == 1)
            #expect(userError { try store?.undelete(1) }?.code == .noSnapshot)
            #expect(userError { try store?.setPinned(1, true) }?.code == .noSnapshot)
            #expect(userError { _ = try store?.view(1) }?.code == .noSnapshot)
            #expect(try store?.purge() == [])
            #expect(store?.foreignFiles == [])
            store = nil
            store = try fixture.open()
        }
        // Its number stays its own.
        #expect(try store?.reserveNumber() == 4)
        let offline = try Store.openForReading(fixture.storePath)
        #expect(offline.snapshots.map(\.number) == [2, 3])
        #expect(offline.expiredSnapshots == [])
    }

    @Test func whatNothingNeedsAnyMoreGoes() throws {
        let store = try fixture.open()
        try store.delete(1)
        fixture.clock.advance(hours: 25)
        #expect(try store.purge() == [1])
        try fixture.save(store, "four")
        try store.delete(3)
        #expect(try store.purge() == [])
        #expect(try fixture.names("store/base").count == 1)
        fixture.clock.advance(hours: 25)
        #expect(try store.purge() == [3])
        #expect(try fixture.names("store/base") == [])
        #expect(try fixture.names("store/expired") == [])
        #expect(store.snapshots.map(\.number) == [2, 4])
        #expect(!(try fixture.scratch.read("store/annotations.json")).contains(text: "\"gone\""))
    }

    @Test func theBrakeHoldsWhatLiesInBase() throws {
        let store = try fixture.open()
        try store.delete(1)
        try store.brake(.verifyFailed, "2 files are damaged")
        fixture.clock.advance(hours: 48)
        #expect(try store.purge() == [])
        #expect(store.expiredSnapshots.map(\.number) == [1])
        try store.releaseBrakes()
        #expect(try store.purge() == [1])
    }

    @Test func aPinBringsBackWhatLiesInBase() throws {
        let store = try fixture.open()
        try store.delete(1)
        #expect(try store.setPinned(1, true).place == .main)
        #expect(store.snapshots.map(\.number) == [1, 2, 3])
    }

    @Test func aZipTakenOutOfBaseByHandIsASnapshotAgain() throws {
        var store: Store? = try fixture.open()
        let first = try #require(store?.snapshots[0])
        try store?.delete(1)
        fixture.clock.advance(hours: 25)
        #expect(try store?.purge() == [1])
        store = nil
        let main = try fixture.scratch.descriptor.openBeneath(BytePath("store"), [.directory])
        let base = try main.open(Array("base".utf8), [.directory])
        try base.rename(first.fileName, to: main, first.fileName, replacing: false)
        store = try fixture.open()
        #expect(store?.snapshots.map(\.number) == [1, 2, 3])
        // It has its whole time of grace again when it expires again.
        try store?.delete(1)
        fixture.clock.advance(hours: 2)
        #expect(try store?.purge() == [])
        #expect(store?.expiredSnapshots.map(\.number) == [1])
    }

    @Test(arguments: ["renameat2", "fdatasync", "fsync", "unlinkat", "linkat"], 0...4)
    func aPurgeCutShortLosesNothingThatIsKept(call: String, after: Int) throws {
        var store: Store? = try fixture.open()
        _ = SyscallFaults.refusing(call, with: .io, after: after) {
            userError { try store?.delete(1) }
        }
        fixture.clock.advance(hours: 25)
        _ = SyscallFaults.refusing(call, with: .io, after: after) {
            userError { _ = try store?.purge() }
        }
        store = nil
        store = try fixture.open()
        #expect(store?.brakes == [])
        #expect(store?.snapshots.map(\.number).suffix(2) == [2, 3])
        #expect(store?.foreignFiles == [])
        #expect((store?.snapshots ?? []).allSatisfy { $0.damage == nil })
        let zips = try fixture.names("store/base") + fixture.names().filter { $0.hasSuffix(".zip") }
        #expect(zips.count == 3)
        #expect(try fixture.names().allSatisfy { !$0.hasPrefix(".snapagent-tmp") })
    }

    @Test func theReadmeSaysWhatIsTrueNow() throws {
        try fixture.scratch.write("an older text", to: "store/README.txt")
        _ = try fixture.open()
        let text = String(decoding: try fixture.scratch.read("store/README.txt"), as: UTF8.self)
        #expect(text.contains("base/"))
        #expect(text.contains("leave it alone"))
    }
}

extension [UInt8] {
    fileprivate func contains(text: String) -> Bool {
        String(decoding: self, as: UTF8.self).contains(text)
    }
}
