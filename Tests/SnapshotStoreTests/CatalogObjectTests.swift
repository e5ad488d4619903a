import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotCatalog

/// Where contents, trees and patches lie, and which zips new snapshots may lean on.
@Suite struct CatalogObjectTests {
    let catalog: Catalog

    init() throws {
        catalog = try #require(try Catalog(path: .root, store: "u"))
    }

    private static func zip(_ name: String, _ place: ZipPlace = .main) -> CatalogZip {
        CatalogZip(
            name: Array(name.utf8), place: place, size: 9, inode: 1,
            modified: FileTime(seconds: 3))
    }

    private static func object(_ text: String, zip: String) -> CatalogObject {
        Sample.content(text, zip: zip)
    }

    private static func lost(_ object: CatalogObject) -> LostObject {
        LostObject(digest: object.digest, isTree: object.place.form == .tree)
    }

    @Test func everyFormOfAnObjectSurvives() throws {
        var tree = Self.object("t", zip: "z")
        tree.place.form = .tree
        var patch = Self.object("p", zip: "z")
        patch.place.form = .patch
        patch.place.base = Sample.digest("e")
        patch.place.method = .stored
        let entry = Self.object("e", zip: "z")
        try catalog.add(Self.zip("z"), objects: [tree, patch, entry])
        for object in [tree, patch, entry] {
            #expect(try catalog.place(of: object.digest) == object)
            #expect(try catalog.holds(object.digest))
        }
        #expect(try !catalog.holds(Sample.digest("b")))
        #expect(Set(try catalog.objects(in: Array("z".utf8))) == [tree, patch, entry])
    }

    @Test func zipsInBaseCountAndExpiredOnesDoNot() throws {
        let object = Self.object("1", zip: "z")
        try catalog.add(Self.zip("z"), objects: [object])
        #expect(try catalog.move(zip: Array("z".utf8), to: .base) == [])
        #expect(try catalog.holds(object.digest))
        #expect(try catalog.contentZips().map(\.place) == [.base])
        #expect(try catalog.move(zip: Array("z".utf8), to: .expired) == [Self.lost(object)])
        #expect(try !catalog.holds(object.digest))
        #expect(try catalog.place(of: object.digest) == nil)
        // It can still be read, by those who look at an expired snapshot.
        #expect(try catalog.readablePlace(of: object.digest)?.object == object)
        #expect(try catalog.readablePlace(of: object.digest)?.folder == .expired)
        #expect(try catalog.move(zip: Array("z".utf8), to: .main) == [])
        #expect(try catalog.place(of: object.digest) == object)
    }

    @Test func anotherZipTakesThePlaceOfAnExpiredOne() throws {
        try catalog.add(Self.zip("z", .expired), objects: [Self.object("1", zip: "z")])
        let object = Self.object("1", zip: "y")
        try catalog.add(Self.zip("y"), objects: [object])
        #expect(try catalog.place(of: object.digest) == object)
        #expect(try catalog.forget(zip: Array("z".utf8)) == [])
        #expect(try catalog.place(of: object.digest) == object)
        #expect(try catalog.forget(zip: Array("y".utf8)) == [Self.lost(object)])
        #expect(try catalog.objectCount() == 0)
    }

    @Test func aGoodPlaceStaysUnlessANewOneIsPreferred() throws {
        let first = Self.object("1", zip: "z")
        let second = Self.object("1", zip: "y")
        try catalog.add(Self.zip("z"), objects: [first])
        try catalog.add(Self.zip("y"), objects: [second])
        #expect(try catalog.place(of: first.digest) == first)
        try catalog.add([second], of: Array("y".utf8), replacing: true)
        #expect(try catalog.place(of: first.digest) == second)
    }

    @Test func nothingNewLeansOnADoomedZipAndBadObjectsStayBad() throws {
        let objects = ["1", "2"].map { Self.object($0, zip: "z") }
        try catalog.add(Self.zip("z"), objects: objects)
        try catalog.mark(objects[0].digest, .bad)
        try catalog.mark(zip: Array("z".utf8), .doomed)
        #expect(try catalog.badObjects() == [objects[0].digest])
        #expect(try !catalog.holds(objects[1].digest))
        #expect(try catalog.readablePlace(of: objects[1].digest)?.object.state == .doomed)
    }

    @Test func aZipThatIsTakenInAgainKeepsItsObjects() throws {
        try catalog.add(Self.zip("1"), objects: [Self.object("1", zip: "1")])
        try catalog.commit(Sample.snapshot(1), changes: [], objects: [])
        #expect(try catalog.contentZips() == [])
        #expect(try catalog.holds(Sample.digest("1")))
        try catalog.retire(zip: Array("1".utf8))
        #expect(try catalog.snapshots() == [])
        #expect(try catalog.contentZips().map(\.name) == [Array("1".utf8)])
        #expect(try catalog.holds(Sample.digest("1")))
    }

    @Test func theNamesOfAnInodeAreFound() throws {
        var shared = Sample.file("x", "1")
        shared.identity = KnownIdentity(
            device: 5, inode: .max, changed: FileTime(seconds: 1))
        var other = shared
        other.identity?.device = 6
        try commit(
            1,
            Sample.tree(["d": nil, "d/e": nil]) + [
                .put(Self.named("x", shared), at: BytePath("x")),
                .put(Self.named("y", shared), at: BytePath("d/e/y")),
                .put(Self.named("z", other), at: BytePath("z")),
            ])
        let identity = FileIdentity(device: 5, inode: .max)
        #expect(try catalog.names(of: identity) == [BytePath("d/e/y"), BytePath("x")])
        #expect(try catalog.names(of: FileIdentity(device: 5, inode: 7)) == [])
        var link = shared
        link.entry = TreeEntry(
            name: [], kind: .link, mode: 0o777, uid: 0, gid: 0, modified: FileTime(seconds: 1))
        link.entry.target = [UInt8(ascii: "y")]
        link.identity?.inode = 8
        try commit(2, [.remove(BytePath("x")), .put(Self.named("l", link), at: BytePath("l"))])
        #expect(
            try catalog.names(of: FileIdentity(device: 5, inode: 8)) == [BytePath("l")])
        #expect(try catalog.names(of: identity) == [BytePath("d/e/y")])
    }

    @Test func whatNamesStoodForBeforeIsFoundIfItHasOtherNames() throws {
        func file(_ name: String, _ inode: UInt64, _ content: String) -> KnownEntry {
            var file = Self.named(name, Sample.file("", content))
            file.identity = Sample.identity(inode)
            return file
        }
        let tree = Sample.tree(["d": nil, "e": nil])
        try commit(
            1,
            tree + [
                .put(file("a", 10, "1"), at: BytePath("d/a")),
                .put(file("b", 11, "2"), at: BytePath("d/b")),
                .put(file("c", 12, "3"), at: BytePath("d/c")),
            ])
        #expect(try catalog.formerInodes(of: BytePath("d"), .everything) == [])
        try commit(
            2,
            [
                .remove(BytePath("d/a")), .put(file("b", 20, "4"), at: BytePath("d/b")),
                .remove(BytePath("d/c")), .put(file("x", 10, "1"), at: BytePath("e/x")),
                .put(file("y", 11, "2"), at: BytePath("d/y")),
            ])
        let (ten, eleven) = (
            FileIdentity(device: 5, inode: 10), FileIdentity(device: 5, inode: 11)
        )
        #expect(try catalog.formerInodes(of: BytePath("d"), .everything) == [ten, eleven])
        let names = NameSelection.names([Array("a".utf8), Array("none".utf8)])
        #expect(try catalog.formerInodes(of: BytePath("d"), names) == [ten])
        #expect(try catalog.formerInodes(of: BytePath("e"), .everything) == [])
        #expect(try catalog.formerInodes(of: BytePath("none"), .everything) == [])
        try commit(3, [.remove(BytePath("e/x"))])
        #expect(try catalog.formerInodes(of: BytePath("d"), .everything) == [eleven])
    }

    @Test func namesAreLookedUpOneByOneAndCounted() throws {
        try commit(1, Sample.tree(["d": nil, "d/a": "1", "d/b": "2", "d/c": "3"]))
        try commit(2, [.remove(BytePath("d/b"))])
        let found = try catalog.entries(
            of: BytePath("d"), named: ["c", "b", "a", "x"].map { Array($0.utf8) })
        #expect(found.map(\.entry.name) == [Array("c".utf8), Array("a".utf8)])
        #expect(try catalog.count(of: BytePath("d")) == 2)
        #expect(try catalog.count(of: BytePath("x")) == 0)
        #expect(try catalog.entries(of: BytePath("x"), named: [Array("a".utf8)]) == [])
    }

    @Test func whatKeptSnapshotsShowIsToldApart() throws {
        try commit(1, Sample.tree(["a": "1", "b": "2"]))
        try commit(2, [.remove(BytePath("a"))])
        func shown(alsoExpired: Bool) throws -> Set<Digest> {
            var found: Set<Digest> = []
            try catalog.eachDigest(alsoExpired: alsoExpired) { found.insert($0) }
            return found
        }
        let both = Set([Sample.file("a", "1"), Sample.file("b", "2")].compactMap(\.entry.content))
        #expect(try shown(alsoExpired: false).isSuperset(of: both))
        _ = try catalog.move(zip: Array("1".utf8), to: .base)
        #expect(try shown(alsoExpired: true).isSuperset(of: both))
        #expect(try shown(alsoExpired: false).isDisjoint(with: [Sample.digest("1")]))
        try catalog.retire(zip: Array("1".utf8))
        #expect(try shown(alsoExpired: true).intersection(both) == [Sample.digest("2")])
    }

    private static func named(_ name: String, _ known: KnownEntry) -> KnownEntry {
        var known = known
        known.entry.name = Array(name.utf8)
        return known
    }

    private func commit(_ number: Int, _ changes: [CatalogChange]) throws {
        try catalog.commit(Sample.snapshot(number), changes: changes, objects: [])
    }
}
