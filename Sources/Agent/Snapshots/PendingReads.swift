import LinuxSystem
import SnapshotModel
import TreeScanning

/// Adds files to what a scan found that are to be read although nothing tells that they changed.
struct PendingReads {
    /// What the scan found, with the files that were added.
    private(set) var found: ScannedChanges
    /// Whether any was added.
    private(set) var isAny = false
    private var paths: Set<BytePath>

    /// Begins with what a scan found.
    init(_ found: ScannedChanges) {
        self.found = found
        paths = Set(found.changes.lazy.map(\.path))
    }

    /// Adds a file of the newest snapshot, unless it is among the changes or no longer what it was: of that others tell.
    mutating func add(_ path: BytePath, _ known: KnownEntry, root: borrowing FileDescriptor) {
        guard !paths.contains(path), !found.emptied.contains(where: { path.isInside($0) }),
            let status = try? root.openBeneath(path, [.pathOnly, .noFollow]).status(),
            status.kind == .file, status.device == known.identity?.device,
            status.inode == known.identity?.inode
        else { return }
        var entry = known.entry
        entry.dropContent()
        found.changes.append(
            ScannedChange(
                path: path, before: known,
                after: ScannedState(entry: entry, identity: known.identity, needsRead: true)))
        paths.insert(path)
        isAny = true
    }
}
