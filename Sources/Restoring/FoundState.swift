package import LinuxSystem
package import SnapshotModel

/// What stood under a name that is replaced or removed, when the plan was made.
package struct FoundState: Sendable, Hashable {
    /// What kind of thing it was.
    package var kind: EntryKind
    /// Its inode.
    package var identity: FileIdentity
    /// Bytes of a file.
    package var size: Int64
    /// When its content last changed.
    package var modified: FileTime
    /// When its inode last changed.
    package var changed: FileTime
    /// How many names its inode had, those outside of the target too.
    package var linkCount: UInt32
    /// Whether the snapshot that is restored does not have it, so that it is gone unless another one does.
    package var isLost: Bool

    /// Takes over what the system says of a name.
    package init(_ status: FileStatus, isLost: Bool) {
        kind = status.kind
        identity = status.identity
        size = status.kind == .file ? status.size : 0
        modified = status.modified
        changed = status.changed
        linkCount = status.linkCount
        self.isLost = isLost
    }

    /// Whether it is still what it was; `isAdjusted` if this restore itself has set its times.
    func isStill(_ status: FileStatus, isAdjusted: Bool) -> Bool {
        guard kind == status.kind, identity == status.identity else { return false }
        if kind == .file, size != status.size { return false }
        if !isAdjusted, modified != status.modified { return false }
        // Each other name that is replaced changes the inode, too.
        return isAdjusted || linkCount > 1 || changed == status.changed
    }
}
