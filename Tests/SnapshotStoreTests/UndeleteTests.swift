import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// A snapshot comes back with all it leans on, and with a mark where something is gone.
@Suite struct UndeleteTests {
    let fixture: StoreFixture

    /// Two expired snapshots, of which the second leans on the first's zip, and a kept one.
    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.open()
        try fixture.scratch.makeDirectories("data/d")
        try fixture.saveChanges(store, "one", in: "d/a")
        try fixture.saveChanges(store, "two", in: "d/b")
        try fixture.saveChanges(store, "three", in: "d/a")
        try store.delete(1)
        try store.delete(2)
    }

    private func zip(_ number: Int) throws -> String {
        try #require(try fixture.names("store/base").first { $0.hasSuffix("_\(number).part.zip") })
    }

    /// Somebody removed a zip that it leans on.
    @Test(arguments: [true, false]) func whatLostSomethingComesBackMarked(byPin: Bool) throws {
        let store = try fixture.open()
        try fixture.remove("store/base/\(try zip(1))")
        try store.refresh()
        let back = byPin ? try store.setPinned(2, true) : try store.undelete(2)
        #expect(back.place == .main)
        #expect(back.isPinned == byPin)
        #expect(back.lost.map(\.path) == [BytePath("d/a")])
        #expect(back.lost.map(\.isListing) == [false])
        #expect(!back.isWhole)
        let view = try store.view(2)
        let left = try #require(try view.entry(at: BytePath("d/b"))?.content)
        var bytes = [UInt8]()
        try view.readContent(left) { bytes.append($0) }
        #expect(bytes == Array("two".utf8))
        // It is known now, and so no damage that would hold up anything.
        #expect(try store.verify(depth: .everything).damage == [])
        #expect(try Store.openForReading(fixture.storePath).snapshot(2).lost == back.lost)
        if byPin { try store.setPinned(2, false) }
        #expect(try store.delete(2).isExpired)
        #expect(try store.undelete(2).lost == back.lost)
    }

    /// Nobody knows what was below, but all else is there.
    @Test func whatLostAListingComesBackMarked() throws {
        let store = try fixture.open()
        try fixture.scratch.makeDirectories("data/e")
        try fixture.saveChanges(store, "below", in: "e/deep")
        try fixture.saveChanges(store, "four", in: "d/a")
        try store.delete(4)
        try store.delete(3)
        // The listing of e is in the fourth's zip alone, on which the fifth leans.
        let expired = try store.snapshot(4)
        let view = try store.view(4)
        let listing = try #require(try view.entry(at: BytePath("e"))?.tree)
        let lists = try #require(
            try view.archive.objects().first { $0.digest == listing })
        try fixture.flip(
            fixture.path(of: expired), at: lists.place.offset + lists.place.packed / 2)
        store.release()
        try fixture.removeTree("cache")
        let anew = try fixture.open()
        let back = try anew.undelete(4)
        #expect(back.place == .main)
        #expect(back.lost.map(\.path) == [BytePath("e")])
        #expect(back.lost.map(\.isListing) == [true])
        #expect(try anew.view(4).directory(at: BytePath("d")).count == 2)
    }

    @Test func whatItLeansOnLeavesExpiredWithIt() throws {
        let store = try fixture.open()
        let name = try zip(1)
        try fixture.move("store/base/\(name)", to: "store/expired/\(name)")
        try store.refresh()
        #expect(store.expiredSnapshots.map(\.place) == [.expired, .base])
        #expect(try store.undelete(2).place == .main)
        #expect(try fixture.names("store/expired") == [])
        #expect(try fixture.names("store/base") == [name])
        #expect(try fixture.everything(in: try store.view(2)).count == 4)
    }
}
