import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TreeScanning

/// What a snapshot changes, once everything that had to be read is read.
///
/// Its cost follows the changes, not the size of the tree.
struct ChangedTree: Sendable {
    /// Every path that differs from the newest snapshot, state of its inode included, but for what was below directories
    /// that are gone.
    private(set) var changes: [TreeChange] = []
    /// What was below directories that are gone: counted, and not held.
    private var gone = ChangeTally()

    /// Takes together what was found and what was read: `items` has the plan's index of every change that was, or might
    /// have been.
    ///
    /// `below` is given everything that was below directories that are gone, with the change of its directory.
    ///
    /// - Throws: what reading the catalog throws, and what `below` throws.
    init(
        _ pending: [ScannedChange], items: [Int: Int], _ packed: PackedItems, known: any PastTree,
        below: (TreeChange, _ directory: TreeChange) throws -> Void = { _, _ in }
    ) throws {
        let emptied = Set(pending.lazy.filter(\.removesAllBelow).map(\.path))
        for (position, change) in pending.enumerated() {
            if change.after == nil, change.path.isBelow(anyOf: emptied) { continue }
            var after = change.after?.known
            if let item = items[position], change.needsRead || packed.outcomes[item] != nil {
                after = packed.entries[item].map { entry in
                    KnownEntry(entry: entry, identity: packed.outcomes[item]?.identity)
                }
            }
            guard change.before != after else { continue }
            let directory = TreeChange(path: change.path, before: change.before, after: after)
            changes.append(directory)
            guard change.removesAllBelow else { continue }
            try known.walk(below: change.path) { path, entry in
                let change = TreeChange(path: path, before: entry)
                gone.add(change)
                try below(change, directory)
            }
        }
    }

    /// Makes a tree in which nothing had to be read.
    ///
    /// - Throws: what reading the catalog throws.
    init(unread pending: [ScannedChange], known: any PastTree) throws {
        try self.init(
            pending, items: [:], PackedItems(entries: [], outcomes: [:]), known: known)
    }

    /// What differs, as `list` counts it, and the totals of the tree that `before` becomes.
    func counts(from before: SnapshotCounts?) -> SnapshotCounts {
        var tally = ChangeTally(from: before)
        count(in: &tally)
        return tally.counts
    }

    /// Counts what differs, together with what was counted before.
    func count(in tally: inout ChangeTally) {
        tally.add(gone)
        for change in changes { tally.add(change) }
    }

    /// Makes the trees of every directory that differs, and returns the root's entry.
    ///
    /// - Throws: what reading the old trees or the catalog throws, and what writing the new ones throws.
    mutating func makeTrees(
        from root: TreeEntry?, _ source: any TreeSource, known: any PastTree,
        into trees: inout TreeObjectWriter
    ) throws -> TreeEntry {
        var edits = TreeEdits(source: source)
        let paths = changes.filter { $0.before?.entry != $0.after?.entry }
            .map { PathChange(path: $0.path, entry: $0.after?.entry) }
        let newRoot = try edits.apply(paths, to: root, into: &trees)
        try take(edits.directories, known: known)
        return newRoot
    }

    /// Makes the trees of all directories anew from what is known of them, because the store has some damaged or lost.
    ///
    /// Only this holds the whole tree at once.
    ///
    /// - Throws: what reading the catalog and writing the trees throws.
    mutating func rebuildTrees(
        _ source: any TreeSource, known: any PastTree, into trees: inout TreeObjectWriter
    ) throws -> TreeEntry {
        var entries: [BytePath: TreeEntry] = [:]
        entries[.root] = try known.rootEntry()?.entry
        try known.walk(below: .root) { path, known in entries[path] = known.entry }
        for change in changes { entries[change.path] = change.after?.entry }
        for change in changes where change.removesAllBelow {
            try known.walk(below: change.path) { path, _ in entries[path] = nil }
        }
        var edits = TreeEdits(source: source)
        let root = try edits.apply(
            entries.map { PathChange(path: $0.key, entry: $0.value) }, to: nil, into: &trees)
        try take(edits.directories, known: known)
        return root
    }

    /// Gives the changed directories their new trees.
    private mutating func take(
        _ directories: [BytePath: TreeEntry], known: any PastTree
    ) throws {
        var rest = directories
        for index in changes.indices where changes[index].after?.entry.kind == .directory {
            guard let entry = rest.removeValue(forKey: changes[index].path) else { continue }
            changes[index].after?.entry = entry
        }
        for (path, entry) in rest {
            guard let before = try known.entry(at: path), before.entry != entry else { continue }
            changes.append(
                TreeChange(
                    path: path, before: before,
                    after: KnownEntry(entry: entry, identity: before.identity)))
        }
    }
}

extension TreeChange {
    /// Whether everything that was below the path is gone, or cannot be known any more.
    var removesAllBelow: Bool {
        guard before?.entry.kind == .directory else { return false }
        guard let after else { return true }
        return after.entry.kind != .directory || after.entry.missing == .unlisted
    }
}

extension BytePath {
    /// Whether one of the directories holds the path, however deep.
    fileprivate func isBelow(anyOf directories: Set<BytePath>) -> Bool {
        guard !directories.isEmpty else { return false }
        var next = parent
        while let directory = next {
            if directories.contains(directory) { return true }
            next = directory.parent
        }
        return false
    }
}
