import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// Zips in `base/` that kept snapshots need and that somebody removed.
@Suite struct ContentLossTests {
    let fixture: StoreFixture
    /// The zip of the first snapshot, which is kept no more, and of which 2 to 4 need a file each.
    let needed: String

    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.open()
        try fixture.scratch.write("never changed", to: "data/old")
        for number in 1...4 { try fixture.saveChanges(store, "text \(number)", in: "a") }
        try store.delete(1)
        fixture.clock.advance(hours: 25)
        #expect(try store.purge() == [1])
        needed = "base/\(try #require(try fixture.names("store/base").first))"
        store.release()
    }

    private var zipName: String { String(needed.dropFirst("base/".count)) }

    private func reasons(_ store: Store) -> [String] { store.brakes.map(\.reason) }

    private var loss: String { "\(zipName) is gone, and 3 snapshots lack what only it held" }

    @Test func theNextStartStopsExpiry() throws {
        try fixture.remove("store/\(needed)")
        let store = try fixture.open()
        #expect(reasons(store) == [loss])
        #expect(store.brakes.map(\.code) == [.verifyFailed])
        #expect(store.brakes.first?.remedy.contains("snapctl repair") == true)
        #expect(userError { try store.delete(2) }?.code == .braked)
        // What was found out once is known for good.
        store.release()
        #expect(reasons(try fixture.open()) == [loss])
    }

    @Test func soDoesTheNextListing() throws {
        let store = try fixture.open()
        #expect(store.brakes == [])
        try fixture.remove("store/\(needed)")
        try fixture.saveChanges(store, "text 5", in: "a")
        #expect(reasons(store) == [loss])
    }

    @Test func soDoesAZipThatWasCutShort() throws {
        let bytes = try fixture.scratch.read("store/\(needed)")
        try fixture.scratch.write(Array(bytes.prefix(100)), to: "store/\(needed)")
        let store = try fixture.open()
        #expect(store.brakes.count == 1)
    }

    /// Where a person may empty everything, and where all goes that expired once the disk is full.
    @Test(arguments: [true, false])
    func whatIsMovedAmongTheExpiredComesBack(whileOpen: Bool) throws {
        var store = try fixture.open()
        let before = try (2...4).map { try fixture.everything(in: try store.view($0)) }
        // Nobody needs that one: it stays where it was put.
        try fixture.saveChanges(store, "needless", in: "b")
        try fixture.remove("data/b")
        try fixture.saveChanges(store)
        try store.delete(5)
        let needless = try #require(try fixture.names("store/base").first { $0.contains("_5.") })
        if !whileOpen { store.release() }
        for name in [zipName, needless] {
            try fixture.move("store/base/\(name)", to: "store/expired/\(name)")
        }
        if whileOpen { try store.refresh() } else { store = try fixture.open() }
        #expect(try fixture.names("store/base") == [zipName])
        #expect(try fixture.names("store/expired") == [needless])
        #expect(store.brakes == [])
        while try store.makeRoom() {}
        fixture.clock.advance(hours: 50)
        _ = try store.purge()
        _ = try store.sweep(.now)
        #expect(try (2...4).map { try fixture.everything(in: try store.view($0)) } == before)
        #expect(try store.verify(depth: .everything).damage == [])
    }

    /// A snapshot that is let go by hand leaves what others need of it.
    @Test func soDoesASnapshotThatWasMovedThere() throws {
        let store = try fixture.open()
        let name = String(decoding: try store.snapshot(2).fileName, as: UTF8.self)
        try fixture.scratch.write("only in 5", to: "data/c")
        let fifth = try fixture.saveChanges(store)
        let moved = String(decoding: fifth.fileName, as: UTF8.self)
        try fixture.saveChanges(store, "text 6", in: "a")
        for name in [name, moved] {
            try fixture.move("store/\(name)", to: "store/expired/\(name)")
        }
        try store.refresh()
        #expect(try fixture.names("store/expired") == [name])
        #expect(try fixture.names("store/base").sorted() == [zipName, moved].sorted())
        #expect(store.snapshots.map(\.number) == [3, 4, 6])
        #expect(store.brakes == [])
        while try store.makeRoom() {}
        let shown = try fixture.everything(in: try store.view(6))
        #expect(shown[BytePath("c")]?.bytes == Array("only in 5".utf8))
    }

    /// Where it cannot be moved, nothing goes.
    @Test func whatCannotComeBackStopsExpiry() throws {
        let store = try fixture.open()
        try fixture.move("store/\(needed)", to: "store/expired/\(zipName)")
        _ = try SyscallFaults.refusing("renameat2", with: .io) { try store.refresh() }
        #expect(
            reasons(store) == [
                "\(zipName) was moved into expired/, and 3 snapshots lack what only it held"
            ])
        while try store.makeRoom() {}
        #expect(try fixture.names("store/expired") == [zipName])
    }

    @Test func aPersonEndsIt() throws {
        try fixture.remove("store/\(needed)")
        let store = try fixture.open()
        try store.releaseBrakes()
        store.release()
        let next = try fixture.open()
        #expect(next.brakes == [])
        try fixture.saveChanges(next, "text 5", in: "a")
        #expect(next.brakes == [])
        // What the newest took in again is no loss any more.
        #expect(try next.repair(RepairOptions()) {}.isMended)
        next.release()
        #expect(try fixture.open().brakes == [])
    }

    @Test func aRepairAcceptsWhatIsLostForGood() throws {
        try fixture.remove("store/\(needed)")
        let store = try fixture.open()
        #expect(store.brakes.count == 1)
        #expect(try !store.repair(RepairOptions()) {}.isMended)
        #expect(store.brakes == [])
        #expect(try store.snapshot(2).lost.isEmpty == false)
        store.release()
        #expect(try fixture.open().brakes == [])
    }

    @Test func whatNothingNeedsIsNotMissed() throws {
        let store = try fixture.open()
        // The newest takes everything in again, and then goes with all that leaned on the zip.
        try fixture.save(store, "whole", in: "a")
        for number in 2...4 { try store.delete(number) }
        fixture.clock.advance(hours: 25)
        #expect(try store.purge().count == 3)
        store.release()
        for place in ["base", "expired"] {
            for name in try fixture.names("store/\(place)") {
                try fixture.remove("store/\(place)/\(name)")
            }
        }
        #expect(try fixture.open().brakes == [])
    }

    /// As after a power cut: the zip is gone from the disk, the catalog still has it.
    @Test func whatASweepTookAwayIsNotMissedByAnOlderCatalog() throws {
        let catalog = "cache/\(try fixture.open().uuid)"
        let before = try fixture.names(catalog).filter { $0.hasPrefix("catalog") }.map {
            ($0, try fixture.scratch.read("\(catalog)/\($0)"))
        }
        let store = try fixture.open()
        try fixture.scratch.makeDirectories("data/many")
        for number in 1...200 { try fixture.scratch.write("x", to: "data/many/\(number)") }
        try fixture.saveChanges(store, "text 5", in: "a")
        #expect(try store.sweep(.now).removed > 0)
        #expect(!(try fixture.names("store/base")).contains(zipName))
        store.release()
        for (name, bytes) in before { try fixture.scratch.write(bytes, to: "\(catalog)/\(name)") }
        #expect(try fixture.open().brakes == [])
    }

    @Test func aLostPartOfALargeListingIsMissed() throws {
        let store = try fixture.open()
        try fixture.scratch.makeDirectories("data/many")
        for number in 1...200 { try fixture.scratch.write("x", to: "data/many/\(number)") }
        try fixture.saveChanges(store, "text 5", in: "a")
        try fixture.saveChanges(store, "text 6", in: "many/7")
        try store.delete(5)
        fixture.clock.advance(hours: 25)
        #expect(try store.purge() == [5])
        store.release()
        let fifth = try #require(
            try fixture.names("store/base").first { $0.contains("_5.") })
        try fixture.remove("store/base/\(fifth)")
        #expect(reasons(try fixture.open()).first?.hasPrefix(fifth) == true)
    }

    /// Nobody knows any more what zips there were; what the listings name is still known.
    @Test(arguments: [true, false]) func aStartWithoutACatalogStopsExpiry(all: Bool) throws {
        if all {
            try fixture.removeTree("store/base")
        } else {
            try fixture.remove("store/\(needed)")
        }
        try fixture.removeTree("cache")
        let store = try fixture.open()
        #expect(reasons(store) == ["3 snapshots lack what no zip of the store has any more"])
        #expect(store.brakes.map(\.code) == [.verifyFailed])
        _ = try store.repair(RepairOptions()) {}
        #expect(store.brakes == [])
        // What is marked as lost is no news.
        store.release()
        try fixture.removeTree("cache")
        #expect(try fixture.open().brakes == [])
    }

    @Test func aCatalogThatIsLostAloneIsNoLoss() throws {
        try fixture.removeTree("cache")
        let store = try fixture.open()
        #expect(store.brakes == [])
        #expect(try store.verify(depth: .everything).damage == [])
    }
}
