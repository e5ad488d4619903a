import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotStore

/// Two stores of one identity, one of which is a copy of the other, have nothing in common while both are open.
@Suite struct CopiedStoreTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
        try fixture.scratch.makeDirectories("data2")
    }

    @Test func aCopyThatIsOpenToo() throws {
        var first: Store? = try fixture.open()
        try fixture.save(try #require(first), "one")
        first = nil
        try copyStore()
        first = try fixture.open()
        var second: Store? = try openCopy()
        #expect(first?.uuid == second?.uuid)
        #expect(try fixture.names("cache").count == 2)
        try fixture.saveChanges(try #require(first), "only here", in: "b")
        let names = try first?.knownEntries(of: .root)
        let content = try #require(names?.last?.entry.content)
        #expect(try first?.holds(content) == true)
        #expect(try second?.holds(content) == false)
        #expect(try second?.knownEntries(of: .root).count == 1)
        // Each finds what is its own again, whichever is opened first.
        (first, second) = (nil, nil)
        second = try openCopy()
        first = try fixture.open()
        #expect(try first?.holds(content) == true)
        #expect(try second?.holds(content) == false)
        #expect(first?.brakes == [])
        #expect(second?.brakes.contains { $0.code == .unreadable } == false)
        #expect(try fixture.names("cache").count == 2)
    }

    @Test func aStoreThatIsOpenedAnewHasItsOwnCatalog() throws {
        let first = try fixture.open()
        try fixture.save(first, "one")
        for _ in 1...3 {
            let before = try fixture.open { _ in first.release() }
            #expect(try before.knownEntries(of: .root).count == 1)
            before.release()
        }
        #expect(try fixture.names("cache") == [first.uuid])
    }

    @Test func aCacheThatSomebodyRemovedIsTakenAgain() throws {
        let first = try fixture.open()
        try fixture.save(first, "one")
        let folder = try #require(
            try CatalogFolder.take(
                store: "id", at: BytePath("/s"), in: fixture.places.cache))
        #expect(folder.isHeld)
        try fixture.removeTree("cache")
        #expect(!folder.isHeld)
        let renewed = try #require(try folder.renewed())
        #expect(renewed.isHeld)
        #expect(renewed.path == folder.path)
    }

    private func openCopy() throws -> Store {
        let root = fixture.scratch.path.appending(BytePath("data2"))
        var settings = try fixture.settings()
        settings.root = root
        settings.rootIdentity = try FileDescriptor.status(of: root, following: false).identity
        return try Store.open(fixture.scratch.path.appending(BytePath("store2")), settings)
    }

    private func copyStore() throws {
        for folder in ["store2", "store2/base", "store2/expired"] {
            try fixture.scratch.makeDirectories(folder)
            try fixture.scratch.descriptor.openBeneath(BytePath(folder), [.directory])
                .setMode(0o700)
        }
        for name in try fixture.names() where !["base", "expired"].contains(name) {
            try fixture.scratch.write(
                try fixture.scratch.read("store/\(name)"), to: "store2/\(name)")
        }
    }
}
