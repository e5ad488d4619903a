import Configuration
import LinuxSystem
import SnapshotArchive
import SnapshotCatalog
import SnapshotModel
import SnapshotStore
import Synchronization
import TreeScanning
import TreeWatching

/// Says that what was written equals the newest snapshot, so that the file can be dropped.
private struct NothingDiffers: Error {
    let newest: StoredSnapshot
}

/// What a snapshot is made of.
private struct SnapshotRequest {
    let scanned: ScannedTree
    let reason: SnapshotReason
    let created: FileTime
    let newest: StoredSnapshot?
    /// What the newest snapshot's zip has damaged.
    let distrusted: Set<Digest>
    /// Whether a tree equal to the newest snapshot's makes no snapshot.
    let mustDiffer: Bool
    let began: MonotonicInstant
    /// The state of the catalog that the scan was compared with.
    let generation: Int
}

/// The way from a set of dirty directories to a published zip.
extension EngineWorker {
    /// Zips of more entries are checked by libzip only after they are published.
    static let entriesCheckedBeforePublish = 5_000

    func makeSnapshot(
        _ reason: SnapshotReason, dirty: DirtySet, evenIfUnchanged: Bool, began: MonotonicInstant,
        progress: JobProgress
    ) throws -> SnapshotResult {
        let created = WallClock.now()
        let root = try openRoot()
        try store.forgetVanished()
        let newest = store.newest
        let known = CatalogTree(store: store)
        // After a deletion or a rebuild the catalog shows another past than the one scanned last.
        let generation = store.catalogGeneration
        let isFull =
            newest == nil || dirty.everything || fullWalkReason != nil
            || generation != scannedGeneration
        walkBegan = isFull ? created : nil
        evidence = nil
        if let newest, !isFull, !evenIfUnchanged, dirty.directories.isEmpty, unseenTrees.isEmpty {
            return .unchanged(newest)
        }
        progress.begin("scanning")
        let scope: ScanScope =
            isFull
            ? .everything(trustCache: true)
            : .directories(dirty.directories, trees: unseenTrees)
        var scanned = try scan(
            scope, root: root, known: known, lastScan: newest?.record.created, progress: progress)
        progress.begin("comparing")
        try ContentProbe(known: known).resolve(&scanned, root: root, progress: progress)
        if isFull { try readSample(of: &scanned, root: root, progress: progress) }
        let distrusted = try store.distrustedContents()
        let isRepair = scanned.readAgain(distrusted)
        engine.relevance.withLock { $0 = scanned.relevance }
        scannedGeneration = generation

        if let newest, !evenIfUnchanged, !scanned.items.contains(where: \.needsRead) {
            let tree = FinishedTree(unread: scanned)
            let comparison = try SnapshotComparison.between(tree, and: known)
            if comparison.counts.nothingChanged {
                try rememberInodes(comparison)
                return .unchanged(newest)
            }
        }
        let request = SnapshotRequest(
            scanned: scanned, reason: reason, created: created, newest: newest,
            distrusted: distrusted,
            mustDiffer: newest != nil && !evenIfUnchanged && !isRepair, began: began,
            generation: generation)
        do {
            return .created(try publish(request, known: known, root: root, progress: progress))
        } catch let difference as NothingDiffers {
            return .unchanged(difference.newest)
        }
    }

    /// Writes and publishes; a full disk is met by giving up what may be given up, and writing again.
    private func publish(
        _ request: SnapshotRequest, known: CatalogTree, root: borrowing FileDescriptor,
        progress: JobProgress
    ) throws -> StoredSnapshot {
        while true {
            do {
                return try writeAndPublish(request, known: known, root: root, progress: progress)
            } catch let error as SystemError
                where error.errno == .noSpace || error.errno == .quotaExceeded
            {
                guard try store.makeRoom() else {
                    throw UserError(
                        .storeFull, "the store's disk is full",
                        why: "reserve and expired/ are used up",
                        remedy: "free space on the disk of \(store.path.display), or: "
                            + "snapctl delete REF")
                }
            } catch let error as UserError where error.code == .storeFull {
                guard try store.makeRoom() else { throw error }
            }
        }
    }

    private func writeAndPublish(
        _ request: SnapshotRequest, known: CatalogTree, root: borrowing FileDescriptor,
        progress: JobProgress
    ) throws -> StoredSnapshot {
        let scanned = request.scanned
        let planner = SnapshotPlanner(
            carrier: try request.newest.map { try store.view($0.number).archive },
            distrusted: request.distrusted)
        let file = try store.makeSnapshotFile()
        var changes: [CatalogChange] = []
        var differences: [TreeChange] = []
        let writer = try SnapshotWriter(root: root, progress: progress)
        let written = try writer.write(
            planner.plan(for: scanned), record: try record(for: request), into: file.descriptor
        ) { record, packed in
            let tree = planner.finish(scanned, packed)
            let comparison = try SnapshotComparison.between(tree, and: known)
            if request.mustDiffer, let newest = request.newest, comparison.counts.nothingChanged {
                try rememberInodes(comparison)
                throw NothingDiffers(newest: newest)
            }
            changes = comparison.changes.map(\.catalogChange)
            differences = comparison.changes
            record.counts = comparison.counts
            // The writer has added what it could not read, or not at rest.
            record.missing = (record.missing + scanned.problems + scanned.leftOut)
                .sorted { $0.path < $1.path }
            record.duration = (MonotonicInstant.now - request.began).wholeNanoseconds
        }
        if written.items.count <= Self.entriesCheckedBeforePublish {
            try ForeignCheck.check(file.descriptor, path: store.path)
        }
        let published = try store.publish(
            file, record: written.record, changes: changes, generation: request.generation)
        evidence = Evidence(
            changes: differences, locations: written.locations, carrier: planner.carrier)
        return published.snapshot
    }

    private func record(for request: SnapshotRequest) throws(UserError) -> SnapshotRecord {
        var record = SnapshotRecord()
        record.id = RandomBytes.identifier()
        record.number = try store.reserveNumber()
        record.store = store.uuid
        record.dataset = name
        record.host = SystemIdentity.hostName()
        record.root = engine.configuration.path
        record.created = request.created
        record.utcOffset = services.zone.civilTime(at: request.created.seconds).utcOffset
        record.parent = request.newest?.number
        record.reason = request.reason
        record.excludes = engine.configuration.exclude
        let entries = request.scanned.items.lazy.map(\.entry)
        record.users = names(of: Set(entries.map(\.uid)), SystemIdentity.userName)
        record.groups = names(of: Set(entries.map(\.gid)), SystemIdentity.groupName)
        return record
    }

    /// Takes over the states of inodes of a tree that holds what the newest snapshot holds.
    private func rememberInodes(_ comparison: SnapshotComparison) throws(UserError) {
        let identities = comparison.changes.compactMap(\.newIdentity)
        guard !identities.isEmpty else { return }
        try store.withCatalog { try $0.refresh(identities) }
    }

    private func names(
        of numbers: Set<UInt32>, _ name: (UInt32) -> String?
    ) -> [UInt32: String] {
        var names: [UInt32: String] = [:]
        for number in numbers { names[number] = name(number) }
        return names
    }
}

extension ScannedTree {
    /// Has files be read whose content, as the newest snapshot has it, is damaged; `false` if there are none.
    mutating func readAgain(_ damaged: Set<Digest>) -> Bool {
        guard !damaged.isEmpty else { return false }
        var isAny = false
        for index in items.indices where items[index].entry.kind == .file {
            guard let content = items[index].entry.content, damaged.contains(content) else {
                continue
            }
            items[index].needsRead = true
            isAny = true
        }
        return isAny
    }
}

extension TreeChange {
    /// The change as the catalog takes it in.
    var catalogChange: CatalogChange {
        after.map { .put($0, at: path) } ?? .remove(path)
    }

    /// The new state of the path's inode, if it is known.
    var newIdentity: (path: BytePath, identity: KnownIdentity)? {
        after?.identity.map { (path, $0) }
    }
}

extension FinishedTree {
    /// The tree of a scan in which nothing had to be read.
    init(unread scanned: ScannedTree) {
        self.init(
            items: scanned.items.map {
                Item(
                    path: $0.path, parent: max($0.parent, 0),
                    known: KnownEntry(entry: $0.entry, identity: $0.identity))
            }, suspects: scanned.suspects)
    }
}
