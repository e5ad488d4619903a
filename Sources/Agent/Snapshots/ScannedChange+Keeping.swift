import SnapshotModel
import TreeScanning

extension ScannedChange {
    /// What a scan of changes found, with the tree that a directory has until it is made anew if it stays one.
    var keepingTree: ScannedChange {
        guard after?.entry.kind == .directory, after?.entry.missing == nil else { return self }
        var change = self
        change.after?.entry.tree = before?.entry.kind == .directory ? before?.entry.tree : nil
        return change
    }

    /// Whether the content must be read.
    var needsRead: Bool { after?.needsRead ?? false }
}

extension ScannedTree {
    /// What differs from the newest snapshot, and what must be read to know.
    ///
    /// - Throws: what reading the catalog throws.
    func changes(from known: any PastTree) throws -> [ScannedChange] {
        var changes: [ScannedChange] = []
        try TreePairing(tree: FinishedTree(unread: self), known: known).run { pair in
            if pair.isBelowGone { return }
            let needsRead = pair.index.map { items[$0].needsRead } ?? false
            let change = ScannedChange(
                path: pair.path, before: pair.before,
                after: pair.after.map {
                    ScannedState(entry: $0.entry, identity: $0.identity, needsRead: needsRead)
                }
            ).keepingTree
            guard needsRead || change.before != change.after?.known else { return }
            changes.append(change)
        }
        return changes
    }
}
