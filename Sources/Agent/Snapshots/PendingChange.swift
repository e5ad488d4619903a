import SnapshotModel
import TreeScanning

/// A path that differs from the newest snapshot, or may differ: before its content is read.
struct PendingChange: Sendable {
    /// The path from the dataset's root.
    var path: BytePath
    /// What the newest snapshot has there, if anything.
    var before: KnownEntry?
    /// What the scan found there, if anything; a directory has the tree that it had.
    var after: KnownEntry?
    /// Whether the content must be read.
    var needsRead = false
}

extension ScannedTree {
    /// What differs from the newest snapshot, and what must be read to know.
    ///
    /// - Throws: what reading the catalog throws.
    func changes(from known: any PastTree) throws -> [PendingChange] {
        var changes: [PendingChange] = []
        try TreePairing(tree: FinishedTree(unread: self), known: known).run { pair in
            if pair.isBelowGone { return }
            var after = pair.after
            if after?.entry.kind == .directory, after?.entry.missing == nil {
                after?.entry.tree = pair.before?.entry.tree
            }
            let needsRead = pair.index.map { items[$0].needsRead } ?? false
            guard needsRead || pair.before != after else { return }
            changes.append(
                PendingChange(
                    path: pair.path, before: pair.before, after: after, needsRead: needsRead))
        }
        return changes
    }
}
