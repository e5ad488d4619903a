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

extension FinishedTree {
    /// How much the tree has; nothing is said of differences.
    var counts: SnapshotCounts {
        var counts = SnapshotCounts()
        for item in items {
            if let entry = item.known?.entry { counts.count(entry, by: 1) }
        }
        return counts
    }
}

extension SnapshotCounts {
    /// Counts an entry in, or out again with `step` -1.
    mutating func count(_ entry: TreeEntry, by step: Int) {
        if entry.kind == .directory {
            directories += step
        } else {
            files += step
            bytes += entry.size * Int64(step)
        }
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
        try TreePairing(tree: tree, known: known).run { pair in
            comparison.add(path: pair.path, before: pair.before, after: pair.after)
        }
        comparison.finish()
        return comparison
    }
}
