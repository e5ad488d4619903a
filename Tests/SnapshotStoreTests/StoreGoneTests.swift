import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// Snapshots that are to be kept, and whose zips somebody removed.
@Suite struct StoreGoneTests {
    let fixture: StoreFixture
    let store: Store

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
        for number in 1...4 { try fixture.save(store, "text \(number)") }
        try store.label(2, "the second")
        try store.setPinned(2, true)
    }

    private func removeZip(_ number: Int) throws {
        try fixture.remove(fixture.path(of: try store.snapshot(number)))
    }

    private func gone(_ store: Store) throws -> [Int] {
        try store.verify(depth: .structure).damage.filter(\.isGone).compactMap(\.snapshot)
    }

    @Test(arguments: [2, 3]) func itIsNamedUntilAPersonForgetsIt(_ number: Int) throws {
        try removeZip(number)
        #expect(try gone(store) == [number])
        #expect(store.brakes.map(\.reason) == ["snapshot \(number) is gone from the store"])
        let plan = try store.repair(RepairOptions(isDryRun: true)) {}
        #expect(plan.items.map(\.action) == [.lost])
        for _ in 1...2 {
            let outcome = try store.repair(RepairOptions()) {}
            #expect(outcome.items.map(\.action) == [.lost])
            #expect(outcome.left == [])
            #expect(outcome.mended == [])
            #expect(!outcome.isMended)
            #expect(store.brakes.count == 1)
        }
        store.release()
        let next = try fixture.open()
        #expect(try gone(next) == [number])
        #expect(next.brakes.count == 1)
        #expect(try gone(try Store.openForReading(fixture.storePath)) == [number])
        #expect(try !next.forgetGone(1))
        #expect(try next.forgetGone(number))
        #expect(next.brakes == [])
        #expect(try next.verify(depth: .everything).damage == [])
        #expect(try next.repair(RepairOptions()) {}.isMended)
        next.release()
        #expect(try gone(try fixture.open()) == [])
        #expect(try gone(try Store.openForReading(fixture.storePath)) == [])
    }

    /// While nobody looks: the catalog knows of both, the annotations of one.
    @Test func itIsNamedWhenTheZipGoesBetweenTwoStarts() throws {
        store.release()
        try removeZip(2)
        try removeZip(3)
        let reading = try Store.openForReading(fixture.storePath)
        #expect(try gone(reading) == [2])
        let next = try fixture.open()
        #expect(try gone(next) == [2, 3])
        #expect(next.brakes.map(\.reason) == ["2 snapshots are gone from the store"])
        next.release()
        try fixture.removeTree("cache")
        #expect(try gone(try fixture.open()) == [2, 3])
    }

    @Test func aZipThatAnotherWasCopiedOverIsGone() throws {
        store.release()
        let other = try fixture.scratch.read(fixture.path(of: try store.snapshot(4)))
        try fixture.scratch.write(other, to: fixture.path(of: try store.snapshot(2)))
        let next = try fixture.open()
        #expect(try gone(next) == [2])
        #expect(try gone(try Store.openForReading(fixture.storePath)) == [2])
        #expect(try next.repair(RepairOptions()) {}.items.contains { $0.action == .lost })
    }

    @Test func aZipThatComesBackIsASnapshotAgainWithAllThatWasSaidOfIt() throws {
        let path = fixture.path(of: try store.snapshot(2))
        let bytes = try fixture.scratch.read(path)
        try removeZip(2)
        #expect(try gone(store) == [2])
        try store.releaseBrakes()
        #expect(try gone(store) == [])
        store.release()
        try fixture.scratch.write(bytes, to: path)
        let next = try fixture.open()
        #expect(try gone(next) == [])
        #expect(try next.snapshot(2).isPinned)
        #expect(try next.snapshot(2).label == "the second")
        next.release()
        try fixture.remove(path)
        #expect(try gone(try fixture.open()) == [2])
    }

    @Test func whatWasRemovedByThisProgramIsNotMissed() throws {
        try store.setPinned(2, false)
        try store.delete(2)
        try store.delete(3)
        #expect(try gone(store) == [])
        fixture.clock.advance(hours: 25)
        #expect(try store.purge() == [2, 3])
        #expect(try gone(store) == [])
        store.release()
        let next = try fixture.open()
        #expect(try gone(next) == [])
        #expect(next.brakes == [])
    }
}
