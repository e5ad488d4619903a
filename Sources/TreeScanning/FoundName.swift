internal import SnapshotModel

/// One name of a directory that is being walked.
struct FoundName {
    var entry: TreeEntry
    var identity: KnownIdentity?
    var needsRead = false
    /// How to go on if it is a directory.
    var visit = Visit.leave

    /// How a directory is looked into.
    enum Visit {
        /// Not at all.
        case leave
        /// From disk, with everything below it.
        case whole
        /// From disk if it is in the scope, else from the known tree.
        case asScope
    }

    /// Makes a name taken over from the known tree.
    init(_ known: KnownEntry) {
        entry = known.entry
        identity = known.identity
        if known.entry.kind == .directory {
            visit = known.entry.missing == nil ? .asScope : .whole
        }
        // A content that could not be read, or not in one piece, is tried again each time.
        if known.entry.kind == .file, known.entry.missing != .tooLarge {
            needsRead = !ChangeRule.isWhole(known.entry)
        }
        if needsRead {
            entry.dropContent()
            entry.missing = nil
        }
        // Who writes the snapshot makes the trees anew, and finds those that are as they were.
        entry.tree = nil
    }

    /// Makes a name found on disk.
    init(entry: TreeEntry, identity: KnownIdentity?, needsRead: Bool) {
        self.entry = entry
        self.identity = identity
        self.needsRead = needsRead
    }
}
