package import LinuxSystem
package import SnapshotModel

/// Decides what may be taken over from the known tree without reading it again.
package struct ChangeRule: Sendable {
    /// When the last scan began; `nil` trusts nothing.
    package let lastScan: FileTime?
    /// Whether files may be taken as unchanged at all.
    package let trustsCache: Bool

    /// Makes a rule by when the last scan began, and whether what it saw may be trusted.
    package init(lastScan: FileTime?, trustsCache: Bool) {
        self.lastScan = lastScan
        self.trustsCache = trustsCache
    }

    /// Whether an inode is certainly in the state in which it was read last.
    ///
    /// ctime tells, because no program can set it, but its steps are as coarse as a tick of the kernel. An
    /// inode that changed within a step of the last scan may have changed again after it was read.
    package func isUnchanged(_ status: FileStatus, since known: KnownEntry) -> Bool {
        isUntouched(status.knownIdentity, since: known) && known.entry.kind == status.kind
            && known.entry.modified == status.modified
            && (status.kind != .file || known.entry.size == status.size)
    }

    /// Whether nothing at all happened to an inode since it was read last.
    func isUntouched(_ identity: KnownIdentity?, since known: KnownEntry) -> Bool {
        guard trustsCache, let lastScan, let identity, identity == known.identity else {
            return false
        }
        return identity.changed.isSettled(before: lastScan)
    }

    /// Whether a file is certainly what it was when it was read, after a scan that began at a moment had found it.
    package static func isUnchanged(
        _ state: ScannedState, since known: KnownEntry, scanned: FileTime
    ) -> Bool {
        ChangeRule(lastScan: scanned, trustsCache: true).isUntouched(state.identity, since: known)
            && isWhole(known.entry) && state.entry.kind == known.entry.kind
            && state.entry.size == known.entry.size
            && state.entry.modified == known.entry.modified
    }

    /// Whether a content that the known tree holds is whole and what the file held when it was read.
    package static func isWhole(_ entry: TreeEntry) -> Bool {
        entry.content != nil && entry.missing == nil
    }
}

extension FileStatus {
    /// What the catalog remembers of the inode's state.
    var knownIdentity: KnownIdentity {
        KnownIdentity(device: device, inode: inode, changed: changed)
    }
}
