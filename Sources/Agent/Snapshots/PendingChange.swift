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

extension PendingChange {
    /// Takes over what a scan of changes found; a directory that stays one keeps its tree until it is made anew.
    init(_ change: ScannedChange) {
        path = change.path
        before = change.before
        after = change.after.map { KnownEntry(entry: $0.entry, identity: $0.identity) }
        needsRead = change.after?.needsRead ?? false
        keepTree()
    }

    /// Whether everything that the newest snapshot has below the path is gone, or cannot be known any more.
    var removesAllBelow: Bool {
        guard before?.entry.kind == .directory else { return false }
        guard let after else { return true }
        return after.entry.kind != .directory || after.entry.missing == .unlisted
    }

    fileprivate mutating func keepTree() {
        guard after?.entry.kind == .directory, after?.entry.missing == nil else { return }
        after?.entry.tree = before?.entry.kind == .directory ? before?.entry.tree : nil
    }
}

extension ScannedTree {
    /// What differs from the newest snapshot, and what must be read to know.
    ///
    /// - Throws: what reading the catalog throws.
    func changes(from known: any PastTree) throws -> [PendingChange] {
        var changes: [PendingChange] = []
        try TreePairing(tree: FinishedTree(unread: self), known: known).run { pair in
            if pair.isBelowGone { return }
            let needsRead = pair.index.map { items[$0].needsRead } ?? false
            var change = PendingChange(
                path: pair.path, before: pair.before, after: pair.after, needsRead: needsRead)
            change.keepTree()
            guard needsRead || change.before != change.after else { return }
            changes.append(change)
        }
        return changes
    }
}
