import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import TreeScanning

/// A first snapshot that is made part by part, while the scan goes on: its memory does not depend on the tree's size.
///
/// Every part is a content zip that lasts, so that an interruption costs no more than the part it met.
final class FirstSnapshot {
    /// A part has so many names, or files of so many bytes.
    private static let names = 16_384
    private static let bytes: Int64 = 1 << 30

    private let worker: EngineWorker
    private let root: FileDescriptor
    private let known: CatalogTree
    private let progress: JobProgress
    /// Sizes of large contents that an attempt before has left in the store.
    private let sizes: Set<Int64>
    /// What the parts came to so far.
    private(set) var draft: SnapshotDraft

    /// Begins with nothing.
    ///
    /// - Throws: what the store throws.
    init(
        _ worker: EngineWorker, record: SnapshotRecord, root: borrowing FileDescriptor,
        known: CatalogTree, progress: JobProgress
    ) throws {
        self.worker = worker
        self.root = try root.duplicate()
        self.known = known
        self.progress = progress
        draft = SnapshotDraft(record: record)
        try worker.store.forgetDraft()
        sizes = try worker.store.sizesOfLargeContents()
    }

    /// Scans everything and saves all but the last part of it, which is returned.
    ///
    /// - Throws: what scanning, reading the catalog and writing throw.
    func scan(_ scanner: TreeScanner) throws -> ScannedChanges {
        progress.begin("reading")
        var portions = ScanPortions(names: Self.names, bytes: Self.bytes) { [self] changes in
            let pending = changes.map { PendingChange($0) }
            try worker.makingRoom { try save(pending) }
        }
        portions.areReadAtOnce = true
        return try scanner.scanChanges(
            .everything, root: root, known: NothingKnown(), lastScan: nil, portions: portions,
            progress: progress)
    }

    private func save(_ pending: [PendingChange]) throws {
        let store = worker.store
        let part = try store.makePart()
        let writer = try SnapshotWriter(root: root, progress: progress)
        let objects = store.objects
        let patching = store.patching()
        let planner = ChangePlanner(
            pending, stored: objects, bases: patching, partSizes: sizes)
        var next = draft
        next.addOwners(of: pending)
        var changes: [TreeChange] = []
        let written = try writer.writeChanges(
            planner.plan, record: draft.record,
            as: CarriedZip(partOf: draft.record.number, part.record), into: part.file.descriptor
        ) { record, packed, trees in
            var tree = try ChangedTree(pending, items: planner.items, packed, known: known)
            record.rootEntry = try tree.makeTrees(
                from: draft.root, objects, known: known, into: &trees)
            changes = tree.changes
            next.counts = next.counts.followed(by: tree.counts(from: draft.counts))
        }
        try ForeignCheck.check(
            try ArchiveReader.openForObjects(
                try part.file.descriptor.duplicate(), path: store.path))
        try store.publish(
            part, objects: written.objects, changes: changes.map(\.catalogChange),
            of: draft.record.number)
        patching?.keep(planner.signing?.take() ?? [:], following: [])
        next.record = written.record
        next.hasParts = true
        draft = next
    }
}

/// What the parts of a first snapshot came to so far.
struct SnapshotDraft {
    /// The record of the snapshot to come, with the root and what is missing as far as it is known.
    var record: SnapshotRecord
    /// How much the parts hold.
    var counts = SnapshotCounts()
    /// The users and groups that own something in them.
    private(set) var owners: (users: Set<UInt32>, groups: Set<UInt32>) = ([], [])
    /// Whether any part was saved.
    var hasParts = false

    /// Makes the draft of a snapshot of which no part is saved.
    init(record: SnapshotRecord) {
        self.record = record
    }

    /// The root with the tree that the parts make.
    var root: TreeEntry? { hasParts ? record.rootEntry : nil }

    /// Notes whose the changes are.
    mutating func addOwners(of changes: [PendingChange]) {
        owners.users.formUnion(changes.lazy.compactMap(\.after?.entry.uid))
        owners.groups.formUnion(changes.lazy.compactMap(\.after?.entry.gid))
    }
}

extension SnapshotCounts {
    /// These differences and later ones together, with the totals of the later.
    func followed(by later: SnapshotCounts) -> SnapshotCounts {
        var sum = later
        sum.added += added
        sum.changed += changed
        sum.removed += removed
        sum.moved += moved
        sum.metadata += metadata
        return sum
    }
}
