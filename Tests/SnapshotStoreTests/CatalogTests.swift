import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotCatalog

@Suite struct CatalogTests {
    let catalog: Catalog

    init() throws {
        catalog = try #require(try Catalog(path: .root, store: "u"))
    }

    @Test func everyColumnOfAnEntrySurvives() throws {
        let entries = Sample.awkwardEntries
        try commit(
            1,
            [.put(Sample.directory(""), at: .root)]
                + entries.map { .put($0, at: BytePath($0.entry.name)) })
        let kept = try catalog.entries(of: .root)
        #expect(kept == entries.sorted { $0.entry.name.lexicographicallyPrecedes($1.entry.name) })
    }

    @Test func aRootWithAttributesSurvives() throws {
        var root = Sample.directory("")
        root.entry.attributes = [ExtendedAttribute(name: Array("user.a".utf8), value: [0, 1, 255])]
        try commit(1, [.put(root, at: .root)])
        #expect(try catalog.entry(at: .root) == root)
    }

    @Test func aChangeClosesOneIntervalAndOpensOne() throws {
        try commit(
            1,
            [
                .put(Sample.directory(""), at: .root),
                .put(Sample.file("a", "1"), at: BytePath("a")),
                .put(Sample.file("b", "1"), at: BytePath("b")),
            ])
        try commit(2, [.put(Sample.file("a", "2"), at: BytePath("a"))])
        try commit(5, [.remove(BytePath("b"))])
        #expect(try names(in: 1) == ["a", "b"])
        #expect(try catalog.entries(of: .root, in: 1)[0] == Sample.file("a", "1").entry)
        #expect(try catalog.entries(of: .root, in: 2)[0] == Sample.file("a", "2").entry)
        #expect(try names(in: 4) == ["a", "b"])
        #expect(try names(in: 5) == ["a"])
        #expect(try rows("version") == 4)
    }

    @Test func anEqualEntryOnlyTakesTheInodesState() throws {
        var file = Sample.file("a", "1")
        try commit(1, [.put(Sample.directory(""), at: .root), .put(file, at: BytePath("a"))])
        file.identity?.changed.seconds += 9
        try commit(2, [.put(file, at: BytePath("a"))])
        #expect(try catalog.entries(of: .root) == [file])
        #expect(try rows("version") == 2)
        file.identity?.inode = .max
        try catalog.refresh([(BytePath("a"), try #require(file.identity))])
        #expect(try catalog.entries(of: .root) == [file])
    }

    @Test func aRemovedDirectoryTakesItsTreeAlong() throws {
        try commit(1, Sample.tree(["d": nil, "d/e": nil, "d/e/f": "1", "g": "1"]))
        try commit(2, [.remove(BytePath("d"))])
        #expect(try catalog.entries(of: BytePath("d/e")) == [])
        #expect(try catalog.entries(of: BytePath("d/e"), in: 1).count == 1)
        #expect(try walked() == ["g"])
    }

    @Test func aDirectoryThatBecomesAFileLosesItsTree() throws {
        try commit(1, Sample.tree(["d": nil, "d/e": nil, "d/e/f": "1"]))
        try commit(2, [.put(Sample.file("d", "2"), at: BytePath("d"))])
        #expect(try walked() == ["d"])
        #expect(try catalog.entries(of: BytePath("d/e"), in: 2) == [])
    }

    @Test func theWalkGivesParentsFirst() throws {
        try commit(1, Sample.tree(["d": nil, "d/e": nil, "d/e/f": "1", "a": "1", "z": nil]))
        var order = [BytePath]()
        try catalog.walk { path, _ in order.append(path) }
        #expect(order == [.root, BytePath("d"), BytePath("d/e"), BytePath("z")])
    }

    @Test func indexingATreeEqualsCommittingItsChanges() throws {
        var random = SeededGenerator(seed: 7)
        let other = try #require(try Catalog(path: .root, store: "u"))
        var tree: [String: String?] = [:]
        var before: [String: String?] = [:]
        for number in 1...40 {
            Sample.mutate(&tree, with: &random)
            try commit(number, Sample.changes(from: before, to: tree, isFirst: number == 1))
            let objects = Sample.objects(tree)
            try other.index(
                Sample.snapshot(number), root: objects.root, objects: [],
                listing: { objects.listings[$0] ?? [] })
            before = tree
            for directory in [BytePath.root]
                + tree.filter({ $0.value == nil }).keys.map({ BytePath($0) })
            {
                let left = try catalog.entries(of: directory).map(\.entry).map(Sample.withoutTree)
                #expect(
                    left == (try other.entries(of: directory)).map(\.entry).map(Sample.withoutTree))
                #expect(left.count == objects.count(in: directory))
            }
        }
    }

    @Test func rollingBackMakesAnOlderSnapshotLive() throws {
        try commit(1, Sample.tree(["a": "1", "b": "1"]))
        try commit(2, [.put(Sample.file("a", "2"), at: BytePath("a")), .remove(BytePath("b"))])
        try commit(3, [.put(Sample.file("c", "3"), at: BytePath("c"))])
        try catalog.rollBack(to: 1)
        #expect(try walked() == ["a", "b"])
        #expect(try catalog.entry(at: BytePath("a")) == Sample.file("a", "1"))
        try catalog.rollBack(to: nil)
        #expect(try walked() == [])
    }

    @Test func contentsGoWithTheirZip() throws {
        let content = Sample.content("1", zip: "1")
        try commit(1, Sample.tree(["a": "1"]), [content])
        #expect(try catalog.place(of: content.digest) == content)
        let lost = [LostObject(digest: content.digest, isTree: false)]
        #expect(try catalog.move(zip: Array("1".utf8), to: .expired) == lost)
        #expect(try catalog.place(of: content.digest) == nil)
        #expect(try catalog.snapshots().map(\.zip.place) == [.expired])
        _ = try catalog.move(zip: Array("1".utf8), to: .main)
        try catalog.add([content], of: Array("1".utf8))
        #expect(try catalog.forget(zip: Array("1".utf8)) == lost)
        #expect(try catalog.snapshots() == [])
        #expect(try catalog.place(of: content.digest) == nil)
    }

    @Test func onlyGoodContentsHaveAPlaceAndBadOnesAreReplaced() throws {
        let content = Sample.content("1", zip: "1")
        try commit(1, [], [content])
        try commit(2, [], [Sample.content("1", zip: "2")])
        #expect(try catalog.place(of: content.digest)?.zip == Array("1".utf8))
        for state in [ObjectState.bad, .doomed] {
            try catalog.mark(content.digest, state)
            #expect(try catalog.place(of: content.digest) == nil)
        }
        try catalog.add([Sample.content("1", zip: "2")], of: Array("2".utf8))
        #expect(try catalog.place(of: content.digest)?.zip == Array("2".utf8))
    }

    @Test func unseenVersionsGo() throws {
        try commit(1, Sample.tree(["a": "1", "d": nil, "d/x": "1"]))
        try commit(2, [.put(Sample.file("a", "2"), at: BytePath("a")), .remove(BytePath("d"))])
        try commit(3, [.put(Sample.file("a", "3"), at: BytePath("a"))])
        _ = try catalog.forget(zip: Array("1".utf8))
        try catalog.dropUnseenVersions()
        #expect(try rows("version") == 3)
        #expect(try names(in: 2) == ["a"])
        try catalog.dropUnseenVersions()
        #expect(try rows("node") == 2)
    }

    @Test func aFailedBatchLeavesNothing() throws {
        try commit(1, Sample.tree(["a": "1"]))
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try catalog.transaction {
                try catalog.commit(
                    Sample.snapshot(2), changes: [.remove(BytePath("a"))], objects: [])
                throw Stop()
            }
        }
        #expect(try walked() == ["a"])
        #expect(try catalog.snapshots().map(\.number) == [1])
    }

    private func commit(
        _ number: Int, _ changes: [CatalogChange], _ contents: [CatalogObject] = []
    ) throws {
        try catalog.commit(Sample.snapshot(number), changes: changes, objects: contents)
    }

    private func names(in snapshot: Int) throws -> [String] {
        try catalog.entries(of: .root, in: snapshot).map {
            String(decoding: $0.name, as: UTF8.self)
        }
    }

    private func rows(_ table: String) throws -> Int64 {
        try catalog.statement("SELECT count(*) FROM \(table)").first([]) { $0.integer(0) } ?? -1
    }

    private func walked() throws -> [String] {
        var found = [String]()
        try catalog.walk { path, entries in
            found += entries.map {
                String(decoding: path.appending($0.entry.name).bytes, as: UTF8.self)
            }
        }
        return found
    }
}
