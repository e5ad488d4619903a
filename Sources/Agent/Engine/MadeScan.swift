import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import TreeScanning

/// What the scan behind a snapshot found, either way of scanning.
struct MadeScan {
    /// When the sync point was.
    let created: FileTime
    /// The newest snapshot's tree.
    let known: CatalogTree
    /// The newest snapshot.
    let newest: StoredSnapshot?
    /// Contents that the store has damaged.
    let distrusted: Set<Digest>
    /// Whether something is read although nothing about it changed, because the store lost it.
    var isRepair = false
    /// Whether trees of unchanged directories are to be made anew, because the store lost some.
    var rebuildsTrees = false
    /// The whole tree, if it was scanned as such.
    var tree: ScannedTree?
    /// What differs, if only that was scanned.
    var changes: PendingTree?

    /// What a snapshot is made of, in the layout that a tree of this size gets.
    ///
    /// - Throws: what reading the catalog throws.
    func content(_ layout: (SnapshotCounts) -> SnapshotLayout) throws -> RequestedContent {
        if let changes { return .changes(changes) }
        guard let tree else { preconditionFailure("nothing was scanned") }
        var counts = FinishedTree(unread: tree).counts
        // What zips do not hold of condensed files makes none of them too large.
        counts.bytes = tree.items.reduce(0) { $0 + $1.entry.contentSize }
        switch layout(counts) {
        case .complete: return .everything(tree)
        case .incremental: return .changes(try PendingTree(tree, from: known))
        }
    }

    /// What differs, if that is known without reading any file.
    ///
    /// - Throws: what reading the catalog throws.
    func unreadChanges() throws -> ChangedTree? {
        if let changes {
            guard !changes.changes.contains(where: \.needsRead) else { return nil }
            return try ChangedTree(unread: changes.changes, known: known)
        }
        guard let tree, !tree.items.contains(where: \.needsRead) else { return nil }
        return try ChangedTree(unread: tree.changes(from: known), known: known)
    }
}

extension ScannedTree {
    /// Has files be read whose content, as the newest snapshot has it, is damaged; `false` if there are none.
    mutating func readAgain(_ damaged: Set<Digest>) -> Bool {
        guard !damaged.isEmpty else { return false }
        return readAgain { damaged.contains($0) }
    }

    /// Has files be read whose content the store lost; `false` if there are none.
    mutating func readAgain(where isLost: (Digest) throws -> Bool) rethrows -> Bool {
        var isAny = false
        for index in items.indices
        where items[index].entry.kind == .file && !items[index].needsRead {
            guard let content = items[index].entry.content, try isLost(content) else { continue }
            items[index].needsRead = true
            isAny = true
        }
        return isAny
    }
}
