import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import TreeScanning

/// A snapshot that is made part by part, while the scan goes on: its memory does not depend on how much it brings.
///
/// Every part is a content zip that lasts, so that an interruption costs no more than the part it met.
final class SnapshotParts {
    /// A part has so many names, or files of so many bytes.
    static let names = 16_384
    static let bytes: Int64 = 1 << 30

    private let worker: EngineWorker
    private let root: FileDescriptor
    private let known: any PastTree
    private let progress: JobProgress
    /// The snapshot that the parts change, `nil` if there is none.
    private let newest: SnapshotRecord?
    private let newRecord: () throws(UserError) -> SnapshotRecord
    /// Sizes of large contents that the store has, once they are known.
    private var sizes: Set<Int64>?
    /// What attempts before this one have read.
    private(set) var former: FormerParts
    /// What the parts came to so far, `nil` before the first.
    private(set) var draft: SnapshotDraft?

    /// Makes a snapshot of no parts; `newRecord` is asked for its record when there is one.
    ///
    /// - Throws: what the store throws.
    init(
        _ worker: EngineWorker, root: borrowing FileDescriptor, known: CatalogTree,
        newest: SnapshotRecord?, progress: JobProgress,
        newRecord: @escaping () throws(UserError) -> SnapshotRecord
    ) throws {
        self.worker = worker
        self.root = try root.duplicate()
        self.known = newest == nil ? known : DraftedTree(newest: known)
        self.newest = newest
        self.progress = progress
        self.newRecord = newRecord
        try worker.store.forgetDraft()
        former = try FormerParts(worker.store)
    }

    /// What a scan hands its findings to; `areReadAtOnce` says that nothing else is counted meanwhile.
    func portions(areReadAtOnce: Bool = false) -> ScanPortions {
        var portions = ScanPortions(names: Self.names, bytes: Self.bytes) { [self] in
            try save(former.settled($0))
        }
        portions.areReadAtOnce = areReadAtOnce
        return portions
    }

    /// Forgets the parts, because the scan starts over; what they hold is found by its digest.
    ///
    /// - Throws: what the store throws.
    func startOver() throws(UserError) {
        guard draft != nil else { return }
        draft = nil
        try worker.store.forgetDraft()
        former = try FormerParts(worker.store)
    }

    /// Saves what was found as the next part.
    ///
    /// - Throws: what reading the catalog and writing throw.
    func save(_ changes: [ScannedChange]) throws {
        let pending = changes.map(\.keepingTree)
        try worker.endAtOnceWhenStopped(progress)
        do {
            try showing(pending) {
                try worker.makingRoom { try write(pending) }
            }
        } catch let error as SystemError {
            // To the scan that is under way an error of the system's is one of the tree's.
            throw error.asUserError()
        }
    }

    /// Shows a part of a later snapshot as what is being read; a first one is read all the time.
    private func showing(_ pending: [ScannedChange], _ body: () throws -> Void) throws {
        guard newest != nil else { return try body() }
        let scanned = progress.snapshot()
        let files = pending.lazy.filter(\.needsRead)
        progress.begin(
            "reading", files: files.count,
            bytes: files.reduce(0) { $0 + ($1.after?.entry.contentSize ?? 0) })
        try body()
        progress.begin(scanned.phase)
        progress.add(files: scanned.files)
    }

    private func write(_ pending: [ScannedChange]) throws {
        let store = worker.store
        var next = try draft ?? SnapshotDraft(record: newRecord(), from: newest)
        let sizes = try sizes ?? store.sizesOfLargeContents()
        self.sizes = sizes
        next.addOwners(of: pending)
        let part = try store.makePart()
        let writer = try SnapshotWriter(root: root, progress: progress)
        let objects = store.objects
        let patching = store.patching()
        let planner = try ChangePlanner(
            pending, stored: objects, bases: patching, partSizes: sizes, known: known,
            leavingOut: worker.leavesOut)
        var changes: [TreeChange] = []
        let written = try writer.writeChanges(
            planner.plan, record: next.record,
            as: CarriedZip(partOf: next.record.number, part.record), into: part.file.descriptor
        ) { record, packed, trees in
            var tree = try ChangedTree(
                planner.changes, items: planner.items, packed, known: known
            ) { change, directory in
                try worker.note(change, below: directory, in: &next.upheaval)
            }
            record.rootEntry = try makeTrees(of: &tree, from: next.root, objects, into: &trees)
            changes = tree.changes
            tree.count(in: &next.tally)
        }
        next.tally.settleDirectories()
        try ForeignCheck.check(
            try ArchiveReader.openForObjects(
                try part.file.descriptor.duplicate(), path: store.path))
        try store.publish(
            part, objects: written.objects, changes: changes.map(\.catalogChange),
            of: next.record.number, scanned: next.record.created, progress: progress)
        patching?.keep(planner.signing?.take() ?? [:], following: [])
        if newest != nil {
            for change in changes { try worker.note(change, in: &next.upheaval) }
        }
        next.record = written.record
        next.hasParts = true
        draft = next
    }
}

extension SnapshotParts {
    /// Makes the trees that differ.
    private func makeTrees(
        of tree: inout ChangedTree, from root: TreeEntry?, _ source: any TreeSource,
        into trees: inout TreeObjectWriter
    ) throws -> TreeEntry {
        do {
            return try tree.makeTrees(from: root, source, known: known, into: &trees)
        } catch let error as UserError where error.code == .damaged && newest != nil {
            throw PartsMisfit(message: error.message)
        }
    }
}

/// What the parts of a snapshot came to so far.
struct SnapshotDraft {
    /// The record of the snapshot to come, with the root and what is missing as far as it is known.
    var record: SnapshotRecord
    /// What the parts changed.
    var tally: ChangeTally
    /// What the brake must know of that.
    var upheaval = UpheavalTally()
    /// The users and groups that own something in them.
    private(set) var owners: (users: Set<UInt32>, groups: Set<UInt32>) = ([], [])
    /// Whether any part was saved.
    var hasParts = false
    private let base: TreeEntry?

    /// Makes the draft of a snapshot that follows another one, of which no part is saved.
    init(record: SnapshotRecord, from newest: SnapshotRecord?) {
        self.record = record
        tally = ChangeTally(from: newest?.counts)
        base = newest?.rootEntry
    }

    /// The root with the tree that the parts make.
    var root: TreeEntry? { hasParts ? record.rootEntry : base }

    /// Notes whose the changes are.
    mutating func addOwners(of changes: [ScannedChange]) {
        owners.users.formUnion(changes.lazy.compactMap(\.after?.entry.uid))
        owners.groups.formUnion(changes.lazy.compactMap(\.after?.entry.gid))
    }
}
