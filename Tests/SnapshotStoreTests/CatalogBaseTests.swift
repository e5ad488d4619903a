import SnapshotModel
import Testing

@testable import SnapshotCatalog

/// Patches are of no use without what they change.
@Suite struct CatalogBaseTests {
    let catalog: Catalog

    /// A content in zip 1, and two patches over each other in zip 2.
    init() throws {
        catalog = try #require(try Catalog(path: .root, store: "u"))
        try add("1", [Sample.content("base", zip: "1")])
        try add(
            "2", [Self.patch("low", on: "base", zip: "2"), Self.patch("high", on: "low", zip: "2")])
    }

    private func add(_ name: String, _ objects: [CatalogObject], place: ZipPlace = .base) throws {
        let zip = CatalogZip(
            name: Array(name.utf8), place: place, size: 9, inode: 1,
            modified: FileTime(seconds: 3))
        try catalog.add(zip, objects: objects)
    }

    private static func patch(_ text: String, on base: String, zip: String) -> CatalogObject {
        var object = Sample.content(text, zip: zip)
        object.place.form = .patch
        object.place.base = Sample.digest(base)
        return object
    }

    private func holds(_ text: String) throws -> Bool {
        let held = try catalog.holds(Sample.digest(text))
        #expect(try (catalog.place(of: Sample.digest(text)) != nil) == held)
        return held
    }

    private func all() throws -> [Bool] { try ["base", "low", "high"].map(holds) }

    @Test func whatIsGoneTakesItsPatchesAlong() throws {
        #expect(try all() == [true, true, true])
        #expect(try catalog.patchesWithoutBase() == [])
        _ = try catalog.forget(zip: Array("1".utf8))
        #expect(try all() == [false, false, false])
        #expect(try catalog.patchesWithoutBase() == [Sample.digest("low"), Sample.digest("high")])
        // They are of use again once it is back.
        try add("3", [Sample.content("base", zip: "3")])
        #expect(try all() == [true, true, true])
    }

    @Test func soDoesWhatIsExpiredOrDamaged() throws {
        _ = try catalog.move(zip: Array("1".utf8), to: .expired)
        #expect(try all() == [false, false, false])
        _ = try catalog.move(zip: Array("1".utf8), to: .base)
        #expect(try all() == [true, true, true])
        try catalog.mark(Sample.digest("low"), .doomed)
        #expect(try all() == [true, false, false])
    }

    @Test func aPatchWithoutItsBaseGivesWayToAnyOtherCopy() throws {
        let other = Self.patch("high", on: "base", zip: "3")
        try add("3", [other])
        #expect(try catalog.place(of: other.digest)?.zip == Array("2".utf8))
        try catalog.mark(Sample.digest("low"), .doomed)
        try add("3", [other])
        #expect(try catalog.place(of: other.digest) == other)
        _ = try catalog.forget(zip: Array("1".utf8))
        let whole = Sample.content("high", zip: "4")
        try add("4", [whole])
        #expect(try catalog.place(of: whole.digest) == whole)
    }

    @Test func circlesAndEndlessChainsHoldNothing() throws {
        try add("3", [Self.patch("x", on: "y", zip: "3"), Self.patch("y", on: "x", zip: "3")])
        #expect(try ["x", "y"].map(holds) == [false, false])
        let chain = (1...100).map { Self.patch("c\($0)", on: "c\($0 - 1)", zip: "4") }
        try add("4", [Sample.content("c0", zip: "4")] + chain)
        #expect(try holds("c0") && holds("c60"))
        #expect(try !holds("c100"))
    }

    @Test func filesThatLeanOnSuchPatchesAreFound() throws {
        try catalog.commit(
            Sample.snapshot(1), changes: Sample.tree(["a": "base", "b": "high"]), objects: [])
        #expect(try catalog.filesOfLostObjects() == [])
        try catalog.mark(Sample.digest("low"), .doomed)
        let lost = try catalog.filesOfLostObjects().compactMap { try catalog.file($0)?.path }
        #expect(lost == [BytePath("b")])
    }
}
