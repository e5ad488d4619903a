import LinuxSystem
import SnapshotModel
import SnapshotStore
import TestSupport
import Testing

@Suite struct StoreAnnotationTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.open()
        for text in ["one", "two", "three"] { try fixture.save(store, text) }
    }

    @Test func labelsAndPinsLastAndGo() throws {
        var store: Store? = try fixture.open()
        #expect(try store?.label(1, "before tax").label == "before tax")
        #expect(try store?.label(2, "before tax").label == "before tax")
        #expect(try store?.setPinned(2, true).isPinned == true)
        store = nil
        store = try fixture.open()
        #expect(store?.snapshots.map(\.label) == ["before tax", "before tax", nil])
        #expect(store?.snapshots.map(\.isPinned) == [false, true, false])
        #expect(try store?.label(1, "").label == nil)
        #expect(try store?.setPinned(2, false).isPinned == false)
        store = nil
        #expect(try fixture.open().snapshots.map(\.label) == [nil, "before tax", nil])
        #expect(
            try Store.openForReading(fixture.storePath).snapshots.map(\.label) == [
                nil, "before tax", nil,
            ])
    }

    @Test func anUnknownNumberIsNamedWithItsNeighbours() throws {
        let store = try fixture.open()
        let error = userError { try store.label(57, "x") }
        #expect(error?.code == .noSnapshot)
        #expect(error?.message == "documents has no snapshot 57 (it has 1 to 3)")
        #expect(error?.near == ["2", "3"])
    }

    @Test func aLabelThatCannotBeWrittenIsNotGiven() throws {
        let store = try fixture.open()
        let error = SyscallFaults.refusing("O_TMPFILE", with: .io) {
            userError { try store.label(1, "x") }
        }
        #expect(error?.code == .ioError)
        #expect(store.snapshots[0].label == nil)
        #expect(try Store.openForReading(fixture.storePath).snapshots[0].label == nil)
    }

    @Test func tornAnnotationsBrakeAndTheOlderOnesServe() throws {
        var store: Store? = try fixture.open()
        try store?.setPinned(1, true)
        try store?.label(2, "x")
        store = nil
        let text = try fixture.scratch.read("store/annotations.json")
        try fixture.scratch.write(text[..<(text.count / 2)], to: "store/annotations.json")
        try expectBrake(pins: [true, false, false])
        // Nothing was written over the damaged file until somebody agrees.
        try expectBrake(pins: [true, false, false])
        store = try fixture.open()
        try store?.releaseBrakes()
        store = nil
        store = try fixture.open()
        #expect(store?.brakes == [])
        #expect(store?.snapshots[0].isPinned == true)
    }

    @Test func missingAnnotationsBrake() throws {
        try fixture.open().setPinned(1, true)
        for name in ["annotations.json", "annotations.old.json"]
        where try fixture.names().contains(name) {
            try fixture.remove("store/\(name)")
        }
        try expectBrake(pins: [false, false, false])
    }

    @Test func aStoreThatNeverHadAnnotationsDoesNotBrake() throws {
        #expect(try fixture.open().brakes == [])
    }

    @Test func aBrakeLastsUntilItIsReleased() throws {
        var store: Store? = try fixture.open()
        try store?.brake(.massDeletion, "812 of 1204 files vanished in 42")
        try store?.brake(.massDeletion, "another reason")
        store = nil
        store = try fixture.open()
        let brake = try #require(store?.brakes.first)
        #expect(store?.brakes.count == 1)
        #expect(brake.reason == "812 of 1204 files vanished in 42")
        #expect(brake.since == fixture.clock.now.seconds)
        let error = userError { try store?.delete(1) }
        #expect(error?.code == .braked)
        #expect(error?.message == "expiry is stopped: 812 of 1204 files vanished in 42")
        try store?.releaseBrakes()
        try store?.delete(1)
        #expect(store?.snapshots.map(\.number) == [2, 3])
    }

    private func expectBrake(pins: [Bool]) throws {
        let store = try fixture.open()
        #expect(store.brakes.map(\.code) == [.annotationsLost])
        #expect(store.snapshots.map(\.isPinned) == pins)
        let outcome = try store.prune(RetentionPolicy(last: 1), zone: PlainZone(), dryRun: false)
        #expect(outcome.expired == [])
        #expect(outcome.brake?.code == .annotationsLost)
        #expect(store.snapshots.count == 3)
    }
}
