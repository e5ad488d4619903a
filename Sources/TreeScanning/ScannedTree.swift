package import SnapshotModel

/// One name that a scan found.
package struct ScannedItem: Hashable, Sendable {
    /// Everything a tree records of it; `content` is set where it could be taken over.
    package var entry: TreeEntry
    /// The path from the root.
    package var path: BytePath
    /// The index of the directory that holds it, -1 for the root.
    package var parent: Int
    /// The state of its inode; `nil` where nothing but the known tree was asked and it did not know.
    package var identity: KnownIdentity?
    /// Whether its content must be read.
    package var needsRead: Bool

    /// Makes an item.
    package init(
        entry: TreeEntry, path: BytePath, parent: Int, identity: KnownIdentity?, needsRead: Bool
    ) {
        self.entry = entry
        self.path = path
        self.parent = parent
        self.identity = identity
        self.needsRead = needsRead
    }
}

/// What a scan found.
package struct ScannedTree: Sendable {
    /// The names in depth-first order: the root first, a directory before what it holds, siblings by their bytes.
    package var items: [ScannedItem] = []
    /// What could not be listed or read; whether a file's content can be read shows only later.
    package var problems: [MissingItem] = []
    /// Files left out because they are too large.
    package var leftOut: [MissingItem] = []
    /// How many names the excludes hid, in the directories that were listed.
    package var excludedCount = 0
    /// The indices of the directories that were listed from disk; the others are as the known tree has them.
    package var listed: Set<Int> = []
    /// How many directories were listed from disk.
    package var listedCount = 0
    /// Temporary files that a killed program of ours left behind.
    package var leftovers: [BytePath] = []
    /// Says which events matter, by the ignore files and cache tags that the scan met.
    package var relevance: RelevanceFilter
}
