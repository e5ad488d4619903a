import SnapshotModel
import TreeScanning

/// The tree that is about to become a snapshot: what was scanned, with what reading brought.
struct FinishedTree: Sendable {
    /// One name of the tree.
    struct Item: Sendable {
        /// The path from the dataset's root.
        var path: BytePath
        /// The index of the directory that holds it; the root's is its own.
        var parent: Int
        /// The entry and the state of its inode; `nil` if it vanished while it was read.
        var known: KnownEntry?
    }

    /// Every name in depth-first order, the root first, siblings sorted by bytes.
    var items: [Item]
    /// The indices of the directories whose names may differ from the past; `nil` for all.
    var suspects: Set<Int>?

    /// Makes a tree from its items.
    init(items: [Item], suspects: Set<Int>? = nil) {
        self.items = items
        self.suspects = suspects
    }
}

extension SnapshotComparison {
    /// Compares a finished tree with what the catalog knows of the newest snapshot.
    ///
    /// - Throws: what reading the catalog throws.
    static func between(_ tree: FinishedTree, and known: any PastTree) throws
        -> SnapshotComparison
    {
        var comparison = SnapshotComparison()
        let children = tree.childIndices()
        for index in tree.items.indices {
            guard let directory = tree.items[index].known, directory.entry.kind == .directory else {
                continue
            }
            let path = tree.items[index].path
            let present = children[index].map { tree.items[$0] }
            if let suspects = tree.suspects, !suspects.contains(index) {
                for item in present {
                    comparison.add(path: item.path, before: item.known, after: item.known)
                }
                continue
            }
            try comparison.compare(
                directory: path, present: present, past: known.entries(of: path), known: known)
        }
        if let root = tree.items.first?.known {
            comparison.add(path: .root, before: try known.rootEntry(), after: root)
        }
        comparison.finish()
        return comparison
    }

    private mutating func compare(
        directory: BytePath, present: [FinishedTree.Item], past: [KnownEntry], known: any PastTree
    ) throws {
        var next = 0
        for item in present {
            guard let after = item.known else { continue }
            while next < past.count,
                past[next].entry.name.lexicographicallyPrecedes(after.entry.name)
            {
                try addRemoved(past[next], in: directory, known: known)
                next += 1
            }
            if next < past.count, past[next].entry.name == after.entry.name {
                let before = past[next]
                next += 1
                if before.entry.kind == .directory, after.entry.kind != .directory {
                    try addRemovedChildren(of: item.path, known: known)
                }
                add(path: item.path, before: before, after: after)
            } else {
                add(path: item.path, before: nil, after: after)
            }
        }
        while next < past.count {
            try addRemoved(past[next], in: directory, known: known)
            next += 1
        }
    }

    private mutating func addRemoved(
        _ entry: KnownEntry, in directory: BytePath, known: any PastTree
    ) throws {
        let path = directory.appending(entry.entry.name)
        add(path: path, before: entry, after: nil)
        if entry.entry.kind == .directory { try addRemovedChildren(of: path, known: known) }
    }

    private mutating func addRemovedChildren(of path: BytePath, known: any PastTree) throws {
        var pending = [path]
        while let directory = pending.popLast() {
            for entry in try known.entries(of: directory) {
                let path = directory.appending(entry.entry.name)
                add(path: path, before: entry, after: nil)
                if entry.entry.kind == .directory { pending.append(path) }
            }
        }
    }
}

extension FinishedTree {
    /// The indices of each directory's children, sorted by name; empty for everything else.
    func childIndices() -> [[Int]] {
        var children = [[Int]](repeating: [], count: items.count)
        for index in items.indices.dropFirst() { children[items[index].parent].append(index) }
        return children
    }
}
