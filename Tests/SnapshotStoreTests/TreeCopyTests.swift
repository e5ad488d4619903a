import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// The second copy of the trees: without a tree nobody can name what it holds.
@Suite struct TreeCopyTests {
    let fixture: StoreFixture

    /// Two snapshots; the directory `d` is as it was in the first, whose zip alone has its tree.
    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.open()
        try fixture.scratch.makeDirectories("data/d")
        try fixture.saveChanges(store, "deep", in: "d/file")
        try fixture.saveChanges(store, "two", in: "other")
    }

    private func copies() throws -> [String] {
        try fixture.names("store/base").filter { $0.hasSuffix(".content.zip") }
    }

    @Test func isMadeOnceADayWhereSomethingChanged() throws {
        let store = try fixture.open()
        #expect(try store.copyTreesIfDue())
        #expect(try !store.copyTreesIfDue())
        let first = try copies()
        #expect(first.count == 1)
        fixture.clock.advance(hours: 25)
        #expect(try !store.copyTreesIfDue(), "nothing changed since")
        try fixture.saveChanges(store, "three", in: "other")
        #expect(try store.copyTreesIfDue())
        #expect(try copies().count == 2)
        #expect(try store.sweep(.now).removed == 1, "the older copy is of no use any more")
        #expect(try copies().count == 1)
        #expect(try copies() != first)
        fixture.clock.advance(hours: 25)
        #expect(try store.sweep(.now).removed == 0)
        #expect(try copies().count == 1)
    }

    @Test(arguments: [false, true], [false, true])
    func standsInForTreesThatAreGone(isCopied: Bool, losesCatalog: Bool) throws {
        var store: Store? = try fixture.open()
        if isCopied { try store?.copyTreesIfDue() }
        let first = try #require(store?.snapshots.first).fileName
        store = nil
        try fixture.remove("store/" + String(decoding: first, as: UTF8.self))
        if losesCatalog { try fixture.removeTree("cache") }
        store = try fixture.open()
        let opened = try #require(store)
        let root = try #require(opened.newest?.record.rootTree)
        #expect(try opened.lacksTrees(below: root) == !isCopied)
        guard isCopied else { return }
        let view = try opened.view(2)
        #expect(try view.entry(at: BytePath("d/file"))?.size == 4)
    }

    @Test func aCompleteZipNeedsNone() throws {
        let other = try StoreFixture()
        let store = try other.open()
        try other.save(store, "one")
        #expect(try !store.copyTreesIfDue())
    }
}
