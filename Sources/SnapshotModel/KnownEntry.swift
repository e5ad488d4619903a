/// What tells an inode's states apart, beside size and mtime: see stat(2).
package struct KnownIdentity: Hashable, Sendable, BitwiseCopyable {
    /// The device that holds the inode.
    package var device: UInt64
    /// The inode number.
    package var inode: UInt64
    /// When the inode last changed (ctime), which no program can set.
    package var changed: FileTime

    /// Makes an identity from what `stat` says.
    package init(device: UInt64, inode: UInt64, changed: FileTime) {
        self.device = device
        self.inode = inode
        self.changed = changed
    }
}

/// What the catalog remembers of one name, as the newest snapshot has it.
package struct KnownEntry: Hashable, Sendable {
    /// The entry as the snapshot's tree records it.
    package var entry: TreeEntry
    /// The state of its inode when it was read; `nil` after a rebuild from the zips.
    package var identity: KnownIdentity?

    /// Makes a known entry from what the tree and `stat` said of it.
    package init(entry: TreeEntry, identity: KnownIdentity?) {
        self.entry = entry
        self.identity = identity
    }
}
