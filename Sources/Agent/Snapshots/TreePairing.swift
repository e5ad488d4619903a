import SnapshotModel
import TreeScanning

/// One path of two trees: what the newest snapshot has there, and what the tree has now.
struct TreePair: Sendable {
    /// The path from the dataset's root.
    var path: BytePath
    /// What the newest snapshot has there, if anything.
    var before: KnownEntry?
    /// What is there now, if anything.
    var after: KnownEntry?
    /// The index of the tree's item; `nil` for what is gone.
    var index: Int?
    /// Whether it was below a directory that is gone.
    var isBelowGone = false
}

/// Goes through a tree beside what the catalog knows of the newest snapshot.
struct TreePairing {
    let tree: FinishedTree
    let known: any PastTree

    /// Calls `body` with every path that either of them has, directories that cannot differ included.
    ///
    /// - Throws: what reading the catalog or `body` throws.
    func run(_ body: (TreePair) throws -> Void) throws {
        let children = tree.childIndices()
        for index in tree.items.indices {
            guard let directory = tree.items[index].known, directory.entry.kind == .directory else {
                continue
            }
            let path = tree.items[index].path
            if let suspects = tree.suspects, !suspects.contains(index) {
                for child in children[index] {
                    let item = tree.items[child]
                    try body(pair(child, before: item.known))
                }
                continue
            }
            try compare(path, children[index], past: known.entries(of: path), body)
        }
        if tree.items.first?.known != nil {
            try body(pair(0, before: try known.rootEntry()))
        }
    }

    private func pair(_ index: Int, before: KnownEntry?) -> TreePair {
        let item = tree.items[index]
        return TreePair(path: item.path, before: before, after: item.known, index: index)
    }

    private func compare(
        _ directory: BytePath, _ present: [Int], past: [KnownEntry],
        _ body: (TreePair) throws -> Void
    ) throws {
        var next = 0
        for index in present {
            guard let after = tree.items[index].known else { continue }
            while next < past.count,
                past[next].entry.name.lexicographicallyPrecedes(after.entry.name)
            {
                try remove(past[next], in: directory, body)
                next += 1
            }
            if next < past.count, past[next].entry.name == after.entry.name {
                let before = past[next]
                next += 1
                if before.entry.kind == .directory, after.entry.kind != .directory {
                    try known.walk(below: tree.items[index].path) { path, entry in
                        try body(TreePair(path: path, before: entry, isBelowGone: true))
                    }
                }
                try body(pair(index, before: before))
            } else {
                try body(pair(index, before: nil))
            }
        }
        while next < past.count {
            try remove(past[next], in: directory, body)
            next += 1
        }
    }

    private func remove(
        _ entry: KnownEntry, in directory: BytePath, _ body: (TreePair) throws -> Void
    ) throws {
        let path = directory.appending(entry.entry.name)
        try body(TreePair(path: path, before: entry))
        guard entry.entry.kind == .directory else { return }
        try known.walk(below: path) { path, entry in
            try body(TreePair(path: path, before: entry, isBelowGone: true))
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
