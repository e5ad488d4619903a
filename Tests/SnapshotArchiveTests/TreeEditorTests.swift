import SnapshotModel
import TestSupport
import Testing

@testable import SnapshotArchive

/// A directory that is edited, and split anew after each edit to see what should have come of it.
private struct EditedDirectory {
    let trees = MemoryTrees()
    var entries: [[UInt8]: TreeEntry] = [:]
    var tree: Digest?

    var listing: [TreeEntry] {
        entries.values.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    static func entry(_ name: [UInt8], _ random: inout SeededGenerator) -> TreeEntry {
        TreeEntry(
            name: name, kind: .fifo, mode: UInt32.random(in: 0...0o777, using: &random), uid: 0,
            gid: 0, modified: FileTime(seconds: 1_764_468_000))
    }

    /// Edits, and says whether the objects are those of the whole listing split anew.
    mutating func edit(_ changes: [NameChange]) throws -> Bool {
        for change in changes {
            if case .put(let entry) = change { entries[entry.name] = entry }
            if case .remove(let name) = change { entries[name] = nil }
        }
        _ = trees.takeCounts()
        var sink = trees.sink
        var editor = TreeEditor()
        tree = try editor.edit(tree, changes, from: trees, into: &sink)
        let added = trees.takeCounts().added

        let fresh = MemoryTrees()
        var freshSink = fresh.sink
        var splitter = TreeSplitter()
        guard try splitter.split(listing, into: &freshSink) == tree else { return false }
        let expected = Set(fresh.takeCounts().added)
        for object in expected { _ = try trees.treeObject(object) }
        return expected.isSuperset(of: added)
    }
}

@Suite struct TreeEditorTests {
    /// Random changes of a directory that wanders around a size.
    private func wander(
        around size: Int, edits: Int, most: Int, _ random: inout SeededGenerator,
        names: (Int) -> [UInt8] = { Array("name \($0)".utf8) }
    ) throws {
        var directory = EditedDirectory()
        var start: [NameChange] = []
        for number in 0..<size { start.append(.put(EditedDirectory.entry(names(number), &random))) }
        try #require(try directory.edit(start.sorted(by: Self.precedes)), "seed \(random.seed)")
        for round in 0..<edits {
            var changes: [[UInt8]: NameChange] = [:]
            let isShrinking = directory.entries.count > size
            for _ in 0..<Int.random(in: 1...most, using: &random) {
                let name = names(Int.random(in: 0..<(size + size / 8 + 4), using: &random))
                let isRemoved = Int.random(in: 0..<10, using: &random) < (isShrinking ? 6 : 3)
                changes[name] =
                    isRemoved ? .remove(name) : .put(EditedDirectory.entry(name, &random))
            }
            let sorted = changes.values.sorted(by: Self.precedes)
            try #require(try directory.edit(sorted), "seed \(random.seed), size \(size), \(round)")
        }
    }

    private static func precedes(_ left: NameChange, _ right: NameChange) -> Bool {
        left.name.lexicographicallyPrecedes(right.name)
    }

    /// Around the size at which a listing is split, and that at which the list of its parts is.
    @Test(arguments: [
        (0, 100, 3), (3, 60, 4), (63, 200, 3), (65, 200, 3), (200, 80, 20), (1_000, 20, 40),
        (2_048, 20, 10), (5_000, 3, 200),
    ])
    func anEditGivesWhatSplittingAnewGives(size: Int, edits: Int, most: Int) throws {
        var random = SeededGenerator()
        try wander(around: size, edits: edits, most: most, &random)
    }

    /// Parts that end at the limit of lines move when a line goes, up to the end of the directory.
    @Test func partsThatNoNameEndsAreSplitAlike() throws {
        var random = SeededGenerator()
        var names: [[UInt8]] = []
        var number = 0
        while names.count < 1_200 {
            let name = Array("name \(number)".utf8)
            number += 1
            // A few that end parts: there the old ends are met again.
            if SHA256.digest(of: name).words.0 >> 59 != 0 || number % 23 == 0 { names.append(name) }
        }
        try wander(around: 1_000, edits: 30, most: 3, &random) { names[$0] }
    }

    @Test func nearlyAllNamesGoAndComeBack() throws {
        var random = SeededGenerator()
        var directory = EditedDirectory()
        let all = (1_000..<4_000).map {
            NameChange.put(EditedDirectory.entry(Array("n\($0)".utf8), &random))
        }
        try #require(try directory.edit(all))
        for left in [2_000, 1_000, 100, 64, 1, 0] {
            let going = all[left...].map { NameChange.remove($0.name) }
            try #require(try directory.edit(going), "seed \(random.seed), \(left) left")
            try #require(try directory.edit(all), "seed \(random.seed), after \(left)")
        }
    }

    @Test func noChangeReadsOnlyTheWayAndWritesNothing() throws {
        var random = SeededGenerator()
        var directory = EditedDirectory()
        let all = (1_000..<4_000).map {
            NameChange.put(EditedDirectory.entry(Array("n\($0)".utf8), &random))
        }
        try #require(try directory.edit(all))
        let tree = directory.tree
        var editor = TreeEditor()
        var sink = directory.trees.sink
        _ = directory.trees.takeCounts()
        let same = [all[77], .remove(Array("n1500x".utf8))]
        #expect(try editor.edit(tree, same, from: directory.trees, into: &sink) == tree)
        let counts = directory.trees.takeCounts()
        #expect(counts.added.isEmpty)
        #expect(counts.read.count <= 5)
        #expect(try editor.edit(tree, [], from: directory.trees, into: &sink) == tree)
        #expect(directory.trees.takeCounts().read.isEmpty)
    }

    @Test func aChangeAmongManyReadsAndWritesAFewObjects() throws {
        var random = SeededGenerator()
        let trees = MemoryTrees()
        var sink = trees.sink
        let entries = (0..<300_000).map { number in
            EditedDirectory.entry(Array("file number \(1_000_000 + number)".utf8), &random)
        }
        var splitter = TreeSplitter()
        let first = try splitter.split(entries, into: &sink)
        var editor = TreeEditor()
        let rounds = 60
        var (read, added, bytes) = (0, 0, 0)
        for round in 0..<rounds {
            let at = Int.random(in: entries.indices, using: &random)
            var changed = entries[at]
            changed.mode ^= 1
            let new = EditedDirectory.entry(entries[at].name + Array("x".utf8), &random)
            let (change, back): (NameChange, NameChange) =
                switch round % 3 {
                case 0: (.put(changed), .put(entries[at]))
                case 1: (.put(new), .remove(new.name))
                default: (.remove(entries[at].name), .put(entries[at]))
                }
            _ = trees.takeCounts()
            let second = try editor.edit(first, [change], from: trees, into: &sink)
            let counts = trees.takeCounts()
            #expect(second != first)
            // Names decide how large a part is and how many change with one: a single edit may meet large ones.
            #expect(counts.read.count <= 30, "seed \(random.seed), \(change)")
            #expect(counts.added.count <= 30, "seed \(random.seed), \(change)")
            read += counts.read.count
            added += counts.added.count
            bytes += trees.packedSize(of: counts.added)
            let third = try editor.edit(second, [back], from: trees, into: &sink)
            #expect(third == first, "seed \(random.seed), \(change)")
        }
        // What matters is that none is read or written for nothing.
        #expect(read <= rounds * 6, "seed \(random.seed)")
        #expect(added <= rounds * 6, "seed \(random.seed)")
        #expect(bytes < rounds * 12_000, "seed \(random.seed)")
    }
}
