import LinuxSystem
import SnapshotCatalog
import SnapshotModel
import SnapshotStore
import TreeScanning

/// Keeps of what a walk finds only what really differs, so that a walk over a large tree holds little of it.
///
/// A scan cannot trust a file that changed within the clock's granularity of the last scan, nor any after the catalog was
/// rebuilt. Most are unchanged: then the catalog gets the state of their inodes, and nothing else is left to do.
final class ChangeSieve {
    /// So many names are looked at together.
    private static let names = 4_096

    private let store: Store
    private let root: FileDescriptor
    private let progress: JobProgress
    private let probe: ContentProbe
    /// Is told which files are about to be read.
    private let beforeReading: ([BytePath], borrowing FileDescriptor) -> Void
    /// Takes what differs once it is enough for a part of a snapshot.
    private let parts: SnapshotParts?
    /// What differs, as far as it was handed over and is in no part.
    private var kept: [ScannedChange] = []
    /// Bytes that are to be read of it.
    private var bytes: Int64 = 0

    /// Makes a sieve for a scan of the tree below `root`.
    init(
        _ store: Store, known: any KnownTree, root: borrowing FileDescriptor,
        parts: SnapshotParts?, progress: JobProgress,
        beforeReading: @escaping ([BytePath], borrowing FileDescriptor) -> Void
    ) throws(SystemError) {
        self.store = store
        self.root = try root.duplicate()
        self.progress = progress
        probe = ContentProbe(known: known)
        self.parts = parts
        self.beforeReading = beforeReading
    }

    /// What a scan hands its findings to.
    var portions: ScanPortions {
        ScanPortions(names: Self.names, bytes: parts == nil ? .max : SnapshotParts.bytes) {
            [self] changes in
            for change in try sift(changes) {
                kept.append(change)
                if let after = change.after, after.needsRead { bytes += after.entry.contentSize }
            }
            guard let parts,
                kept.count >= SnapshotParts.names || bytes >= SnapshotParts.bytes
            else { return }
            let enough = kept
            (kept, bytes) = ([], 0)
            try parts.save(enough)
        }
    }

    /// All that differs, the last findings of the scan included.
    ///
    /// - Throws: What reading the catalog throws, or `interrupted`.
    func finish(_ last: [ScannedChange]) throws -> [ScannedChange] {
        kept + (try sift(last))
    }

    private func sift(_ found: [ScannedChange]) throws -> [ScannedChange] {
        let changes = try parts?.former.settled(found) ?? found
        beforeReading(changes.filter { $0.after?.needsRead == true }.map(\.path), root)
        var differing: [ScannedChange] = []
        var unchanged: [(path: BytePath, identity: KnownIdentity)] = []
        for change in changes {
            try progress.checkCancelled()
            let settled = probe.settled(change, root: root, progress: progress)
            if let identity = settled.newIdentity {
                unchanged.append((change.path, identity))
            } else if !settled.isNothing {
                differing.append(settled)
            }
        }
        if !unchanged.isEmpty {
            let identities = unchanged
            try store.withCatalog { try $0.refresh(identities) }
        }
        return differing
    }
}

extension ScannedChange {
    /// Whether the path is as it was known to be.
    fileprivate var isNothing: Bool {
        guard let before, let after, !after.needsRead else { return false }
        return before.entry == after.entry && before.entry.kind == .file
    }

    /// The new state of the inode of a whole file that is as it was known to be.
    fileprivate var newIdentity: KnownIdentity? {
        isNothing && after?.entry.missing == nil ? after?.identity : nil
    }
}
