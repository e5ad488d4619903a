internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// Counts what listings show, for a record whose own counts are lost.
struct TreeCounting {
    private let source: any TreeSource
    private let progress: JobProgress
    /// What was counted so far.
    private(set) var counts = SnapshotCounts()
    /// What the listings say that the snapshot lacks.
    private(set) var missing: [MissingItem] = []

    init(_ source: any TreeSource, _ progress: JobProgress) {
        self.source = source
        self.progress = progress
    }

    /// Counts everything below a root, and the root.
    mutating func count(_ root: Digest) throws(UserError) {
        counts.directories += 1
        var waiting = [(tree: root, path: BytePath.root)]
        while let (tree, path) = waiting.popLast() {
            for entry in try entries(of: tree) {
                let child = path.appending(entry.name)
                if let reason = entry.missing {
                    missing.append(
                        MissingItem(path: child, reason: reason, detail: "as its listing says"))
                }
                guard entry.kind == .directory else {
                    counts.files += 1
                    if entry.kind == .file { counts.bytes += entry.size }
                    continue
                }
                counts.directories += 1
                if let tree = entry.tree { waiting.append((tree, child)) }
            }
        }
    }

    /// Counts how one tree differs from another; what moved is added and removed.
    mutating func compare(_ old: Digest?, _ new: Digest?) throws(UserError) {
        var waiting = [(old: old, new: new)]
        while let (old, new) = waiting.popLast() {
            if old == new { continue }
            var before: [[UInt8]: TreeEntry] = [:]
            for entry in try entries(of: old) { before[entry.name] = entry }
            for entry in try entries(of: new) {
                let other = before.removeValue(forKey: entry.name)
                waiting.append((other?.tree, entry.tree))
                note(entry, instead: other)
            }
            for gone in before.values {
                waiting.append((gone.tree, nil))
                if gone.kind != .directory { counts.removed += 1 }
            }
        }
    }

    private mutating func note(_ entry: TreeEntry, instead other: TreeEntry?) {
        guard let other, (other.kind == .directory) == (entry.kind == .directory) else {
            if entry.kind != .directory { counts.added += 1 }
            if let other, other.kind != .directory { counts.removed += 1 }
            return
        }
        var same = entry
        same.tree = other.tree
        if entry.kind != .directory,
            entry.kind != other.kind || entry.contentIdentity != other.contentIdentity
                || entry.target != other.target || entry.device != other.device
        {
            counts.changed += 1
        } else if same != other {
            counts.metadata += 1
        }
    }

    /// What a directory holds; nothing if its listing is lost.
    private func entries(of tree: Digest?) throws(UserError) -> [TreeEntry] {
        try progress.checkCancelled()
        guard let tree else { return [] }
        let source = self.source
        let entries = try? TreeReading.directory(tree) { part throws(UserError) in
            try source.treeObject(part)
        }
        return entries ?? []
    }
}
