import SnapshotModel
import Testing

@testable import SnapshotCatalog

/// What parts of a later snapshot changed waits beside the newest one.
@Suite struct CatalogKeepingTests {
    let catalog: Catalog

    init() throws {
        catalog = try #require(try Catalog(path: .root, store: "u"))
        try commit(1, Sample.tree(["d": nil, "d/e": nil, "d/e/f": "1", "g": "1", "h": "1"]))
    }

    private func commit(
        _ number: Int, _ changes: [CatalogChange], hasParts: Bool = false
    ) throws {
        let zip = CatalogZip(
            name: Array("\(number).zip".utf8), place: .main, size: 1, inode: 1,
            modified: FileTime(seconds: 1))
        try catalog.commit(
            CatalogSnapshot(number: number, zip: zip, record: []), changes: changes, objects: [],
            hasParts: hasParts)
    }

    private func names() throws -> [String] {
        var names: [String] = []
        try catalog.walk { path, entries in
            names += entries.map { path.appending($0.entry.name).display }
        }
        return names.sorted()
    }

    @Test func partsCountWhenTheirSnapshotIsCommitted() throws {
        let before = try names()
        let (new, gone) = (BytePath("n"), BytePath("d"))
        try catalog.keep(
            [.put(Sample.directory("n"), at: new), .remove(gone)], scanned: FileTime(seconds: 9))
        try catalog.keep(
            [
                .put(Sample.file("x", "2"), at: BytePath("n/x")),
                .put(Sample.file("g", "2"), at: BytePath("g")),
            ], scanned: FileTime(seconds: 9))
        // The later of two parts is right.
        try catalog.keep(
            [.put(Sample.file("g", "3"), at: BytePath("g"))], scanned: FileTime(seconds: 9))
        #expect(try names() == before)
        #expect(try catalog.entry(at: BytePath("g")) == Sample.file("g", "1"))
        #expect(try catalog.keptEntry(at: BytePath("g")) == Sample.file("g", "3"))
        #expect(try catalog.hasKept(gone))
        #expect(try catalog.keptEntry(at: gone) == nil)
        #expect(try !catalog.hasKept(BytePath("h")))
        try commit(2, [.put(Sample.file("y", "2"), at: BytePath("n/y"))], hasParts: true)
        #expect(try names() == ["g", "h", "n", "n/x", "n/y"])
        #expect(try catalog.entry(at: BytePath("g")) == Sample.file("g", "3"))
        #expect(try catalog.entry(at: BytePath("g"), in: 1) == Sample.file("g", "1").entry)
        #expect(try catalog.entries(of: BytePath("d/e"), in: 1).count == 1)
        #expect(try !catalog.hasKept(new))
    }

    @Test func partsOfASnapshotThatNeverCameAreForgotten() throws {
        let before = try names()
        var touched = Sample.file("h", "1")
        touched.identity?.changed.seconds += 9
        let changes: [CatalogChange] = [
            .remove(BytePath("g")), .put(touched, at: BytePath("h")),
        ]
        try catalog.keep(changes, scanned: FileTime(seconds: 9))
        try catalog.retireKept()
        #expect(try catalog.entry(at: BytePath("h")) != touched)
        try catalog.keep(changes, scanned: FileTime(seconds: 9))
        try catalog.settleKept()
        #expect(try catalog.entry(at: BytePath("h")) == touched)
        try commit(2, [], hasParts: true)
        #expect(try names() == before)
        // One that has none takes nothing of what somebody left.
        try catalog.keep(changes, scanned: FileTime(seconds: 9))
        try commit(3, [])
        #expect(try names() == before)
    }

    @Test func whatWasReadIsKnownToTheNextSnapshotOnly() throws {
        let path = BytePath("n")
        func isKnown() throws -> Bool { try catalog.formerEntry(at: path) != nil }
        let first = Sample.file("n", "1")
        var torn = Sample.file("t", "1")
        torn.identity = nil
        #expect(try !catalog.hasFormer())
        try catalog.keep(
            [
                .put(first, at: path), .remove(BytePath("g")), .put(torn, at: BytePath("t")),
                .put(Sample.directory("x"), at: BytePath("x")),
            ], scanned: FileTime(seconds: 9, nanoseconds: 5))
        #expect(try !isKnown())
        try catalog.retireKept()
        #expect(try catalog.formerEntry(at: path)?.known == first)
        #expect(
            try catalog.formerEntry(at: path)?.scanned == FileTime(seconds: 9, nanoseconds: 5))
        for other in ["g", "t", "x"] {
            #expect(try catalog.formerEntry(at: BytePath(other)) == nil)
        }
        #expect(try !catalog.hasKept(path))
        // Another attempt knows what both have read, each with its time.
        let second = Sample.file("m", "2")
        try catalog.keep([.put(second, at: BytePath("m"))], scanned: FileTime(seconds: 20))
        try catalog.retireKept()
        #expect(try isKnown())
        #expect(
            try catalog.formerEntry(at: BytePath("m"))?.scanned == FileTime(seconds: 20))
        try commit(2, [.put(first, at: path)])
        #expect(try !isKnown())
        #expect(try !catalog.hasFormer())
    }

    @Test func whatIsBelowADirectoryThatCannotBeListedIsGone() throws {
        var unlisted = Sample.directory("d")
        unlisted.entry.missing = .unlisted
        unlisted.entry.tree = nil
        try commit(2, [.put(unlisted, at: BytePath("d"))])
        #expect(try names() == ["d", "g", "h"])
        #expect(try catalog.entries(of: BytePath("d/e"), in: 1).count == 1)
    }
}
