import LinuxSystem
import SnapshotModel
import SnapshotStore
import TreeScanning

/// Says that what was written equals the newest snapshot, so that the file can be dropped.
struct NothingDiffers: Error {
    let newest: StoredSnapshot
}

/// Says that trees which parts of a snapshot were to change are damaged.
struct PartsMisfit: Error {
    let message: String
}

/// What a snapshot is made of.
struct SnapshotRequest {
    let content: RequestedContent
    let reason: SnapshotReason
    let created: FileTime
    let newest: StoredSnapshot?
    /// The parts of the snapshot that are saved already.
    let draft: SnapshotDraft?
    /// What the newest snapshot's zip has damaged.
    let distrusted: Set<Digest>
    /// Whether all trees are made anew, because the store has some damaged or lost.
    let rebuildsTrees: Bool
    /// Whether a tree equal to the newest snapshot's makes no snapshot.
    let mustDiffer: Bool
    let began: MonotonicInstant
    /// The state of the catalog that the scan was compared with.
    let generation: Int
    /// How often the store had lost zips when the snapshot was begun.
    let losses: Int

    /// The root that the content changes, with its tree.
    var baseRoot: TreeEntry? { draft?.root ?? newest?.record.rootEntry }

    /// Whether what parts of it changed waits beside the newest snapshot in the catalog.
    var isDrafted: Bool { newest != nil && draft?.hasParts == true }
}

/// What goes into a snapshot's zip.
enum RequestedContent {
    /// The whole tree, for a zip that holds everything.
    case everything(ScannedTree)
    /// What differs from the newest snapshot, for a zip that leans on others.
    case changes(PendingTree)

    /// How much of the snapshot the zip holds.
    var layout: SnapshotLayout {
        switch self {
        case .everything: .complete
        case .changes: .incremental
        }
    }

    /// Whether writing it takes more than a moment.
    var isLarge: Bool {
        let (count, bytes) =
            switch self {
            case .everything(let scanned):
                (scanned.items.count, scanned.items.reduce(0) { $0 + $1.entry.contentSize })
            case .changes(let pending):
                (
                    pending.changes.count,
                    pending.changes.reduce(0) { $0 + ($1.after?.entry.contentSize ?? 0) }
                )
            }
        return count > 2_000 || bytes > 64 << 20
    }

    /// The users and groups that the content brings with it.
    var owners: (users: Set<UInt32>, groups: Set<UInt32>) {
        switch self {
        case .everything(let scanned):
            (Set(scanned.items.lazy.map(\.entry.uid)), Set(scanned.items.lazy.map(\.entry.gid)))
        case .changes(let pending):
            (
                Set(pending.changes.lazy.compactMap(\.after?.entry.uid)),
                Set(pending.changes.lazy.compactMap(\.after?.entry.gid))
            )
        }
    }
}

/// What a scan found to differ, or to be read to know.
struct PendingTree {
    /// The paths.
    var changes: [ScannedChange]
    /// What the tree lacks as it is now, but for what reading shows.
    var missing: [MissingItem]

    /// Makes the differences that a scan of the whole tree found.
    ///
    /// - Throws: what reading the catalog throws.
    init(_ scanned: ScannedTree, from known: any PastTree) throws {
        changes = try scanned.changes(from: known)
        missing = scanned.problems + scanned.leftOut
    }

    /// Makes the differences that a scan of what is dirty found; what else `newest` lacked is still missing.
    init(_ scanned: ScannedChanges, since newest: SnapshotRecord) {
        changes = scanned.changes.map(\.keepingTree)
        missing =
            newest.missing.filter { !scanned.replaces($0.path) } + scanned.problems
            + scanned.leftOut
    }
}
