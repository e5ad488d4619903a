import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotArchive

/// A tree as paths and entries, from which all tree objects can be made anew.
private struct PathTree {
    var root = Self.directory([])
    var entries: [BytePath: TreeEntry] = [:]

    static func directory(_ name: [UInt8]) -> TreeEntry {
        TreeEntry(
            name: name, kind: .directory, mode: 0o755, uid: 0, gid: 0,
            modified: FileTime(seconds: 1_764_468_000))
    }

    /// The root's entry after all trees were built from scratch.
    func build(into trees: MemoryTrees) throws -> TreeEntry {
        var items = [ArchiveItem(entry: root, path: .root, parent: 0, source: .metadata)]
        var indices = [BytePath.root: 0]
        for path in entries.keys.sorted(by: { $0.comesBefore($1) }) {
            guard let entry = entries[path], let parent = indices[path.parent ?? .root] else {
                continue
            }
            indices[path] = items.count
            items.append(
                ArchiveItem(entry: entry, path: path, parent: parent, source: .metadata))
        }
        var built: [TreeEntry?] = items.map(\.entry)
        var sink = trees.sink
        try TreeBuilder.build(items, &built, into: &sink)
        return try #require(built[0])
    }

    mutating func remove(_ path: BytePath) {
        entries = entries.filter { !$0.key.isInside(path) }
    }

    /// Whether names can stand in a directory.
    private func holdsNames(_ path: BytePath) -> Bool {
        guard let entry = path.isRoot ? root : entries[path] else { return false }
        return entry.kind == .directory && entry.missing == nil
    }

    /// What turns an older tree into this one, as a scan would tell it.
    func changes(since old: PathTree) -> [PathChange] {
        var changes: [PathChange] = []
        for (path, entry) in entries where old.entries[path] != entry {
            changes.append(PathChange(path: path, entry: entry))
        }
        for path in old.entries.keys
        where entries[path] == nil && holdsNames(path.parent ?? .root) {
            changes.append(PathChange(path: path, entry: nil))
        }
        if root != old.root { changes.append(PathChange(path: .root, entry: root)) }
        return changes
    }
}

@Suite struct TreeEditsTests {
    private static func name(_ random: inout SeededGenerator) -> [UInt8] {
        // Few names, so that they are met again, and some that sort around the slash.
        Array(["a", "a-b", "a b", "b", "c"].randomElement(using: &random)?.utf8 ?? "".utf8)
    }

    /// Makes one random change.
    private func change(_ tree: inout PathTree, _ random: inout SeededGenerator) {
        let directories =
            [BytePath.root]
            + tree.entries.filter { $0.value.kind == .directory }.map(\.key).sorted()
        guard let parent = directories.randomElement(using: &random),
            tree.entries[parent]?.missing != .unlisted
        else { return }
        let path = parent.appending(
            Int.random(in: 0..<4, using: &random) == 0
                ? Array("f\(Int.random(in: 0..<200, using: &random))".utf8) : Self.name(&random))
        var entry = PathTree.directory(path.name)
        entry.mode = UInt32.random(in: 0...0o777, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: return tree.remove(path)
        case 2...5:
            if tree.entries[path]?.kind != .directory { tree.remove(path) }
        case 6:
            entry.missing = .unlisted
            tree.remove(path)
        default:
            entry.kind = .fifo
            tree.remove(path)
        }
        tree.entries[path] = entry
    }

    @Test func editsGiveWhatBuildingAnewGives() throws {
        var random = SeededGenerator()
        for round in 0..<40 {
            let trees = MemoryTrees()
            var tree = PathTree()
            var root = try tree.build(into: trees)
            for step in 0..<12 {
                let before = tree
                let count = step == 0 ? 120 : Int.random(in: 0...12, using: &random)
                for _ in 0..<count { change(&tree, &random) }
                if Int.random(in: 0..<4, using: &random) == 0 {
                    tree.root.mode = UInt32.random(in: 0...0o777, using: &random)
                }
                _ = trees.takeCounts()
                var edits = TreeEdits(source: trees)
                var sink = trees.sink
                root = try edits.apply(tree.changes(since: before), to: root, into: &sink)
                let added = trees.takeCounts().added
                let fresh = MemoryTrees()
                let built = try tree.build(into: fresh)
                let expected = Set(fresh.takeCounts().added)
                try #require(root == built, "seed \(random.seed), \(round), \(step)")
                for object in expected { _ = try trees.treeObject(object) }
                #expect(expected.isSuperset(of: added), "seed \(random.seed), \(round), \(step)")
            }
        }
    }

    private func sample() throws -> (trees: MemoryTrees, root: TreeEntry) {
        let trees = MemoryTrees()
        var tree = PathTree()
        for path in ["a", "a/b", "a/b/c", "z"] {
            tree.entries[BytePath(path)] = PathTree.directory(BytePath(path).name)
        }
        for number in 0..<3_000 {
            var file = PathTree.directory(Array("f\(number)".utf8))
            file.kind = .fifo
            tree.entries[BytePath("z/f\(number)")] = file
        }
        let root = try tree.build(into: trees)
        _ = trees.takeCounts()
        return (trees, root)
    }

    @Test func onlyTheWayToAChangeIsReadAndWritten() throws {
        let (trees, root) = try sample()
        var edits = TreeEdits(source: trees)
        var sink = trees.sink
        var entry = PathTree.directory(Array("c".utf8))
        entry.mode = 0o700
        let edited = try edits.apply(
            [PathChange(path: BytePath("a/b/c"), entry: entry)], to: root, into: &sink)
        let counts = trees.takeCounts()
        #expect(edited.tree != root.tree)
        // The root, a and b.
        #expect(counts.read.count == 3)
        #expect(counts.added.count == 3)
        let back = try edits.apply(
            [PathChange(path: BytePath("a/b/c"), entry: PathTree.directory(Array("c".utf8)))],
            to: edited, into: &sink)
        #expect(back == root)
        _ = trees.takeCounts()
        #expect(try edits.apply([], to: root, into: &sink) == root)
        #expect(trees.takeCounts().read.isEmpty)
    }

    @Test func whatIsStoredIsNotWrittenAgain() throws {
        let scratch = try ScratchDirectory()
        let file = try scratch.descriptor.open(
            Array("zip".utf8), [.create, .readWrite], mode: 0o600)
        let stored = SHA256.digest(of: Array("stored".utf8))
        var writer = try TreeObjectWriter(
            ZipEntry(
                name: OwnName.trees, kind: .file, permissions: 0o600, uid: 0, gid: 0, modified: 0),
            in: OutputFile(file), isStored: { $0 == stored })
        #expect(try writer.add(Array("stored".utf8)) == stored)
        let new = try writer.add(Array("new".utf8))
        #expect(try writer.add(Array("new".utf8)) == new)
        let table = try #require(ExtentTable(try writer.finish().lines))
        #expect(Set(table.trees.keys) == [new])
    }

    @Test func changesThatDoNotFitAreRefused() throws {
        let (trees, root) = try sample()
        let entry = PathTree.directory(Array("x".utf8))
        for paths in [["nowhere/x"], ["z/f1/x"], ["a/x", "a/x"], ["a!", "a/x"]] {
            var edits = TreeEdits(source: trees)
            var sink = trees.sink
            let changes = paths.map { path in
                PathChange(
                    path: BytePath(path == "a!" ? "a" : path), entry: path == "a!" ? nil : entry)
            }
            #expect(throws: UserError.self) {
                _ = try edits.apply(changes, to: root, into: &sink)
            }
        }
        var edits = TreeEdits(source: trees)
        var sink = trees.sink
        #expect(throws: UserError.self) { _ = try edits.apply([], to: nil, into: &sink) }
    }
}
