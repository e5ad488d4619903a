import SnapshotModel
import SnapshotStore
import TreeScanning

/// Files that parts of a snapshot have read which never came: while nothing happened to them they are not read again.
struct FormerParts {
    private let store: Store
    private let isAny: Bool

    /// Looks whether there are any.
    ///
    /// - Throws: what reading the catalog throws.
    init(_ store: Store) throws(UserError) {
        self.store = store
        isAny = try store.hasFormerParts()
    }

    /// Takes over the contents that were read of files, if the store has them still.
    ///
    /// - Throws: what reading the catalog throws.
    func settled(_ changes: [ScannedChange]) throws(UserError) -> [ScannedChange] {
        guard isAny else { return changes }
        var settled: [ScannedChange] = []
        settled.reserveCapacity(changes.count)
        for change in changes { settled.append(try self.settled(change)) }
        return settled
    }

    private func settled(_ change: ScannedChange) throws(UserError) -> ScannedChange {
        guard let after = change.after, after.needsRead,
            let former = try store.formerEntry(at: change.path),
            ChangeRule.isUnchanged(after, since: former.known, scanned: former.scanned),
            let content = former.known.entry.content, try store.holds(content)
        else { return change }
        var entry = after.entry
        entry.content = content
        entry.isCondensed = former.known.entry.isCondensed
        entry.dataRanges = former.known.entry.dataRanges
        var change = change
        change.after = ScannedState(entry: entry, identity: after.identity, needsRead: false)
        return change
    }
}
