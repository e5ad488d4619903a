package import SnapshotModel

/// What a path stands for now.
package struct ScannedState: Hashable, Sendable {
    /// Everything a tree records of it; `content` is set where it could be taken over, no scan sets `tree`.
    package var entry: TreeEntry
    /// The state of its inode.
    package var identity: KnownIdentity?
    /// Whether its content must be read.
    package var needsRead: Bool

    /// The same as what a tree is known by.
    package var known: KnownEntry { KnownEntry(entry: entry, identity: identity) }

    /// Makes a state.
    package init(entry: TreeEntry, identity: KnownIdentity?, needsRead: Bool) {
        self.entry = entry
        self.identity = identity
        self.needsRead = needsRead
    }
}

/// A path at which something differs from the known tree, or must be read to know.
package struct ScannedChange: Hashable, Sendable {
    /// The path from the root.
    package var path: BytePath
    /// What the known tree has there; `nil` for nothing.
    package var before: KnownEntry?
    /// What is there now; `nil` for nothing.
    package var after: ScannedState?

    /// Makes a change.
    package init(path: BytePath, before: KnownEntry?, after: ScannedState?) {
        self.path = path
        self.before = before
        self.after = after
    }

    /// Whether all that the known tree has below the path is gone, for which there are no changes of their own.
    ///
    /// It is if a directory is gone, is something else by now or could not be listed. `KnownTree.walk(below:)` tells
    /// what it was.
    package var removesAllBelow: Bool {
        guard before?.entry.kind == .directory else { return false }
        guard let after else { return true }
        return after.entry.kind != .directory || after.entry.missing == .unlisted
    }
}

/// What a scan of changes found.
package struct ScannedChanges: Sendable {
    /// The paths that differ, a directory before what it holds, siblings by their bytes.
    package var changes: [ScannedChange] = []
    /// What could not be listed or read; whether a file's content can be read shows only later.
    package var problems: [MissingItem] = []
    /// Files left out because they are too large, of those that were looked at.
    package var leftOut: [MissingItem] = []
    /// How many names the excludes hid, in the directories that were listed.
    package var excludedCount = 0
    /// The directories that were listed from disk, or are not entered any more.
    package var listed: Set<BytePath> = []
    /// The names that were looked at one by one.
    package var looked: Set<BytePath> = []
    /// Temporary files that a killed program of ours left behind.
    package var leftovers: [BytePath] = []
    /// What the scan learned about which events matter; `RelevanceFilter.merge` takes it over.
    package var learned: RelevanceFilter
    /// The directories whose ignore files and cache tags it looked for.
    package var visited: Set<BytePath> = []
    /// The directories that are gone, are something else by now or could not be listed.
    package var emptied: Set<BytePath> = []
    /// Bytes that are to be read of the files among the changes.
    private(set) var bytes: Int64 = 0

    init(learned: RelevanceFilter) {
        self.learned = learned
    }

    /// Whether what an older snapshot said to be missing at a path is out of date, because `problems` and
    /// `leftOut` say it anew if it still is.
    package func replaces(_ path: BytePath) -> Bool {
        if looked.contains(path) || listed.contains(path) || visited.contains(path) { return true }
        return path.parent.map { listed.contains($0) } ?? true || hasEmptied(path)
    }

    /// Whether a path is that of a directory that is empty or gone, or lies below one.
    func hasEmptied(_ path: BytePath) -> Bool {
        guard !emptied.isEmpty else { return false }
        var next = Optional(path)
        while let path = next {
            if emptied.contains(path) { return true }
            next = path.parent
        }
        return false
    }

    /// Adds what was found at a path, if it differs.
    mutating func note(_ path: BytePath, before: KnownEntry?, after: FoundName?) {
        if let before, let after, after.isAs(before) { return }
        if before == nil, after == nil { return }
        let change = ScannedChange(
            path: path, before: before,
            after: after.map {
                ScannedState(entry: $0.entry, identity: $0.identity, needsRead: $0.needsRead)
            })
        if change.removesAllBelow { emptied.insert(path) }
        if let after, after.needsRead { bytes += after.entry.contentSize }
        changes.append(change)
    }

    /// Gives the changes away in their order.
    mutating func takeChanges() -> [ScannedChange] {
        var taken: [ScannedChange] = []
        swap(&taken, &changes)
        bytes = 0
        taken.sort { $0.path.comesBefore($1.path) }
        return taken
    }
}

extension FoundName {
    /// Whether nothing differs from what is known, and nothing has to be read.
    fileprivate func isAs(_ known: KnownEntry) -> Bool {
        guard !needsRead, identity == known.identity else { return false }
        var before = known.entry
        before.tree = nil
        return entry == before
    }
}
