import LinuxSystem
import SnapshotModel
import SnapshotStore
import TestSupport
import Testing

@Suite struct StoreRemovalTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.open()
        for text in ["one", "two", "three"] {
            try fixture.save(store, text)
            fixture.clock.advance(hours: 1)
        }
    }

    @Test func aDeletedSnapshotComesBack() throws {
        var store: Store? = try fixture.open()
        let before = try #require(store?.snapshots[0])
        let deleted = try #require(try store?.delete(1))
        #expect(deleted.isExpired)
        #expect(deleted.expired == fixture.clock.now)
        #expect(deleted.goes == FileTime(seconds: fixture.clock.now.seconds + 86_400))
        #expect(store?.snapshots.map(\.number) == [2, 3])
        #expect(store?.expiredSnapshots == [deleted])
        #expect(try fixture.names("store/expired").count == 1)
        #expect(try store?.view(1).directory(at: .root).count == 1)
        store = nil
        store = try fixture.open()
        #expect(store?.expiredSnapshots == [deleted])
        let back = try #require(try store?.undelete(1))
        #expect(back.record == before.record)
        #expect(!back.isExpired)
        #expect(store?.snapshots.map(\.number) == [1, 2, 3])
        #expect(try fixture.names("store/expired") == [])
    }

    @Test func pinnedOnesAndTheNewestWholeOneStay() throws {
        let store = try fixture.open()
        try store.setPinned(1, true)
        let pinned = userError { try store.delete(1) }
        #expect(pinned?.code == .pinned)
        #expect(pinned?.remedy == "snapctl unpin 1")
        #expect(userError { try store.delete(3) }?.code == .lastWhole)
        try fixture.save(store, "four", isPartial: true)
        #expect(userError { try store.delete(3) }?.code == .lastWhole)
        try store.delete(4)
        try fixture.save(store, "five")
        try store.delete(3)
        #expect(store.snapshots.map(\.number) == [1, 2, 5])
    }

    @Test func graceCountsByBothClocks() throws {
        var store: Store? = try fixture.open()
        try store?.delete(1)
        // The wall clock jumps a year: nothing goes.
        fixture.clock.setWall(hoursAhead: 24 * 365)
        fixture.clock.advance(hours: 2)
        #expect(try store?.purge() == [])
        fixture.clock.advance(hours: 21)
        #expect(try store?.purge() == [])
        store = nil
        // Across a restart of the machine the time of running is remembered, and the first hour is quiet.
        fixture.clock.powerOff(hours: 1)
        store = try fixture.open()
        #expect(try store?.purge() == [])
        fixture.clock.advance(hours: 1)
        #expect(try store?.purge() == [1])
        #expect(store?.expiredSnapshots == [])
        #expect(try fixture.names("store/expired") == [])
        #expect(userError { try store?.undelete(1) }?.code == .noSnapshot)
    }

    @Test func aClockSetBackKeepsEverything() throws {
        let store = try fixture.open()
        try store.delete(1)
        fixture.clock.setWall(hoursAhead: -24)
        fixture.clock.advance(hours: 30)
        #expect(try store.purge() == [])
        fixture.clock.advance(hours: 20)
        #expect(try store.purge() == [1])
    }

    @Test func timeOfRunningThatWasForgottenStartsAgain() throws {
        try fixture.open().delete(1)
        try fixture.removeTree("state")
        let store = try fixture.open()
        fixture.clock.advance(hours: 23)
        #expect(try store.purge() == [])
        fixture.clock.advance(hours: 1)
        #expect(try store.purge() == [1])
    }

    @Test func aZipPutIntoExpiredByHandHasItsGraceToo() throws {
        var store: Store? = try fixture.open()
        let first = try #require(store?.snapshots[0])
        store = nil
        let main = try fixture.scratch.descriptor.openBeneath(BytePath("store"), [.directory])
        let expired = try main.open(Array("expired".utf8), [.directory])
        try main.rename(first.fileName, to: expired, first.fileName, replacing: false)
        store = try fixture.open()
        #expect(store?.expiredSnapshots.map(\.number) == [1])
        fixture.clock.advance(hours: 2)
        #expect(try store?.purge() == [])
        fixture.clock.advance(hours: 24)
        #expect(try store?.purge() == [1])
    }

    /// The newest whole one never expires, and nothing does once somebody moved it away.
    @Test(arguments: [true, false]) func theNewestPutIntoExpiredByHandStays(
        whileOpen: Bool
    ) throws {
        var store: Store? = try fixture.open()
        let newest = try #require(store?.newest)
        if !whileOpen { store = nil }
        try fixture.move(
            "store/\(String(decoding: newest.fileName, as: UTF8.self))",
            to: "store/expired/\(String(decoding: newest.fileName, as: UTF8.self))")
        if whileOpen {
            #expect(try store?.noticeChanges() == true)
        } else {
            store = try fixture.open()
        }
        #expect(store?.brakes.map(\.code) == [.unreadable])
        #expect(store?.brakes.first?.remedy.hasPrefix("snapctl undelete \(newest.number)") == true)
        fixture.clock.advance(hours: 50)
        #expect(try store?.purge() == [])
        #expect(try store?.undelete(newest.number).number == newest.number)
        #expect(store?.newest?.number == newest.number)
        #expect(try store?.noticeChanges() == false)
    }

    @Test func aPersonMayEmptyExpired() throws {
        let store = try fixture.open()
        try store.delete(1)
        try fixture.remove("store/expired/\(try fixture.names("store/expired")[0])")
        fixture.clock.advance(hours: 30)
        #expect(try store.purge() == [1])
        #expect(store.expiredSnapshots == [])
    }

    @Test func aPinBringsAnExpiredSnapshotBack() throws {
        let store = try fixture.open()
        try store.delete(1)
        let pinned = try store.setPinned(1, true)
        #expect(pinned.isPinned)
        #expect(!pinned.isExpired)
        #expect(pinned.goes == nil)
        #expect(try fixture.names("store/expired") == [])
        #expect(userError { try store.delete(1) }?.code == .pinned)
        fixture.clock.advance(hours: 48)
        #expect(try store.purge() == [])
        #expect(store.snapshots.map(\.number) == [1, 2, 3])
    }

    @Test func theBrakeHoldsWhatExpired() throws {
        let store = try fixture.open()
        try store.delete(1)
        try store.brake(.verifyFailed, "2 files are damaged")
        fixture.clock.advance(hours: 48)
        #expect(try store.purge() == [])
        try store.releaseBrakes()
        #expect(try store.purge() == [1])
    }

    @Test(arguments: ["renameat2", "fdatasync", "fsync", "unlinkat"], 0...4)
    func aDeletionCutShortLosesNothing(call: String, after: Int) throws {
        var store: Store? = try fixture.open()
        _ = SyscallFaults.refusing(call, with: .io, after: after) {
            userError { try store?.delete(1) }
        }
        store = nil
        store = try fixture.open()
        let all = (store?.snapshots ?? []) + (store?.expiredSnapshots ?? [])
        #expect(all.map(\.number).sorted() == [1, 2, 3])
        #expect(all.allSatisfy { $0.damage == nil })
        #expect(store?.brakes == [])
        if store?.snapshots.count == 2 { try store?.undelete(1) }
        #expect(try store?.view(1).directory(at: .root).count == 1)
    }

    @Test func prunedAreThoseThePolicyGivesUp() throws {
        let store = try fixture.open()
        try store.setPinned(1, true)
        fixture.clock.advance(hours: 30)
        try fixture.save(store, "four", isPartial: true)
        let policy = RetentionPolicy(last: 1)
        let before = store.snapshots
        let dry = try store.prune(policy, zone: PlainZone(), dryRun: true)
        #expect(store.snapshots == before)
        let outcome = try store.prune(policy, zone: PlainZone(), dryRun: false)
        #expect(outcome == dry)
        #expect(outcome.expired == [2])
        #expect(outcome.freed == before[1].status.allocated)
        #expect(store.snapshots.map(\.number) == [1, 3, 4])
        #expect(try store.prune(policy, zone: PlainZone(), dryRun: false).expired == [])
        let offline = try Store.openForReading(fixture.storePath)
        #expect(try offline.prune(policy, zone: PlainZone(), dryRun: true).expired == [])
        #expect(userError { try offline.delete(1) }?.code == .readOnly)
    }

    @Test func aClockThatWasSetStopsPruning() throws {
        let store = try fixture.open()
        let policy = RetentionPolicy(last: 3)
        _ = try store.prune(policy, zone: PlainZone(), dryRun: false)
        fixture.clock.advance(hours: 500)
        #expect(try store.prune(policy, zone: PlainZone(), dryRun: false).brake == nil)
        fixture.clock.setWall(hoursAhead: 5)
        let outcome = try store.prune(
            RetentionPolicy(last: 1), zone: PlainZone(), dryRun: false)
        #expect(outcome.brake?.code == .clockJump)
        #expect(outcome.brake?.reason == "the clock was set 5 hours ahead")
        #expect(outcome.expired == [])
        #expect(store.snapshots.count == 3)
    }

    @Test func anEmptyPolicyEmptiesNothing() throws {
        let store = try fixture.open()
        #expect(
            userError {
                _ = try store.prune(RetentionPolicy(), zone: PlainZone(), dryRun: false)
            } != nil)
        #expect(store.snapshots.count == 3)
    }
}
