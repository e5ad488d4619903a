import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotArchive
import SnapshotCatalog
import SnapshotModel
import SnapshotStore
import Synchronization
import TreeScanning
import TreeWatching

/// The way from a set of dirty directories to a published zip.
extension EngineWorker {
    /// Zips of more entries are checked by libzip only after they are published.
    static let entriesCheckedBeforePublish = 5_000

    /// Makes a snapshot; trees that are found damaged when parts of it are saved already can only be made anew all at
    /// once.
    func makeSnapshot(
        _ reason: SnapshotReason, dirty: DirtySet, evenIfUnchanged: Bool, began: MonotonicInstant,
        progress: JobProgress
    ) throws -> SnapshotResult {
        do {
            return try makeSnapshot(
                reason, dirty: dirty, evenIfUnchanged: evenIfUnchanged, mayHaveParts: true,
                began: began, progress: progress)
        } catch let error as PartsMisfit {
            services.report(
                .verify, dataset: name, "DAMAGED: \(error.message); all trees are saved anew",
                level: .error)
            return try makeSnapshot(
                reason, dirty: dirty, evenIfUnchanged: evenIfUnchanged, mayHaveParts: false,
                began: began, progress: progress)
        }
    }

    private func makeSnapshot(
        _ reason: SnapshotReason, dirty: DirtySet, evenIfUnchanged: Bool, mayHaveParts: Bool,
        began: MonotonicInstant, progress: JobProgress
    ) throws -> SnapshotResult {
        let created = WallClock.now()
        let root = try openRoot()
        try check(root)
        try store.forgetVanished()
        let losses = store.lossCount
        // What is missed from the store is told of though nothing may be there to save.
        if !store.brakes.isEmpty { engine.showBrakes() }
        let newest = store.newest
        let known = CatalogTree(store: store)
        // After a deletion or a rebuild the catalog shows another past than the one scanned last.
        let generation = store.catalogGeneration
        let isFull =
            newest == nil || dirty.everything || fullWalkReason != nil
            || generation != scannedGeneration || mustSettleDoubt(dirty)
        walkBegan = isFull ? created : nil
        evidence = nil
        let distrusted = try store.distrustedContents()
        if let newest, !isFull, !evenIfUnchanged, dirty.names.isEmpty, unseenTrees.isEmpty,
            distrusted.isEmpty, rotten.isEmpty
        {
            return .unchanged(newest)
        }
        progress.begin("scanning")
        var scan = MadeScan(created: created, known: known, newest: newest, distrusted: distrusted)
        func makeParts() throws -> SnapshotParts {
            try SnapshotParts(
                self, root: root, known: known, newest: newest?.record, progress: progress
            ) { () throws(UserError) in try self.newRecord(reason, created: created) }
        }
        var draft: SnapshotDraft?
        if newest == nil {
            draft = try scanFirst(&scan, root: root, progress: progress, parts: makeParts)
        } else if let newest, layout(of: newest.record.counts) == .incremental {
            let parts = mayHaveParts ? try makeParts() : nil
            try scanChanges(
                isFull ? nil : dirty, &scan, newest.record, parts: parts, root: root,
                progress: progress)
            draft = parts?.draft
        } else {
            try scanTree(isFull ? nil : dirty, &scan, root: root, progress: progress)
        }
        if let newest, draft == nil, !evenIfUnchanged, !scan.isRepair,
            let unread = try scan.unreadChanges(),
            unread.counts(from: newest.record.counts).nothingChanged
        {
            try rememberInodes(unread.changes)
            try store.settleDistrust(distrusted)
            scannedGeneration = generation
            return .unchanged(newest)
        }
        let request = SnapshotRequest(
            content: try scan.content { layout(of: $0) }, reason: reason, created: created,
            newest: newest, draft: draft, distrusted: distrusted,
            rebuildsTrees: scan.rebuildsTrees,
            mustDiffer: newest != nil && !evenIfUnchanged && !scan.isRepair, began: began,
            generation: generation, losses: losses)
        // A small one is done sooner than anybody could miss it.
        if newest == nil, request.content.isLarge { try endAtOnceWhenStopped(progress) }
        do {
            let created = try publish(request, known: known, root: root, progress: progress)
            // Only now: what a scan found is nothing yet if the snapshot fails.
            scannedGeneration = generation
            try store.settleDistrust(distrusted)
            return .created(created)
        } catch let difference as NothingDiffers {
            if draft != nil { try store.forgetDraft(takingStates: true) }
            try store.settleDistrust(distrusted)
            scannedGeneration = generation
            return .unchanged(difference.newest)
        }
    }

    /// How much of the next snapshot its zip holds, when its tree has so much.
    private func layout(of counts: SnapshotCounts) -> SnapshotLayout {
        let complete = store.snapshots.filter { $0.record.layout == .complete }
        return LayoutChoice(
            entries: counts.files + counts.directories, bytes: counts.bytes,
            completeZips: complete.map(\.status.size), sharesExtents: sharesBlocks
        ).layout(engine.configuration.layout)
    }

    /// Writes and publishes, again where the disk was full.
    private func publish(
        _ request: SnapshotRequest, known: CatalogTree, root: borrowing FileDescriptor,
        progress: JobProgress
    ) throws -> StoredSnapshot {
        try makingRoom {
            try writeAndPublish(request, known: known, root: root, progress: progress)
        }
    }

    /// Runs `body`, which writes; on a full disk it gives up what may be given up, and runs `body` again.
    func makingRoom<Result>(_ body: () throws -> Result) throws -> Result {
        while true {
            do {
                return try body()
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
        let file = try store.makeSnapshotFile()
        let writer = try SnapshotWriter(root: root, progress: progress)
        let record = try record(for: request)
        var noted = request.draft?.upheaval ?? UpheavalTally()
        let (written, changes) =
            switch request.content {
            case .everything(let scanned):
                try write(scanned, request, record, writer, into: file.descriptor, known: known)
            case .changes(let pending):
                try write(
                    pending, request, record, writer, into: file.descriptor, known: known, &noted)
            }
        if written.items.count <= Self.entriesCheckedBeforePublish {
            try ForeignCheck.check(file.descriptor, path: store.path)
        }
        let published = try store.publish(
            file, record: written.record, changes: changes.map(\.catalogChange),
            objects: try newObjects(of: written), hasParts: request.isDrafted,
            generation: request.generation, losses: request.losses, progress: progress)
        evidence = Evidence(noted: noted, changes: changes)
        proveLater(written.objects)
        return published.snapshot
    }

    /// Writes a zip of everything.
    private func write(
        _ scanned: ScannedTree, _ request: SnapshotRequest, _ record: SnapshotRecord,
        _ writer: borrowing SnapshotWriter, into file: borrowing FileDescriptor,
        known: CatalogTree
    ) throws -> (WrittenSnapshot, [TreeChange]) {
        let carrier = store.snapshots.last { $0.damage == nil && $0.record.layout == .complete }
        let planner = SnapshotPlanner(
            carrier: try carrier.map { try store.view($0.number).archive },
            distrusted: request.distrusted, leavesOut: leavesOut)
        var changes: [TreeChange] = []
        let written = try writer.write(planner.plan(for: scanned), record: record, into: file) {
            record, packed in
            let tree = planner.finish(scanned, packed)
            let comparison = try SnapshotComparison.between(tree, and: known)
            changes = comparison.changes
            try complete(
                &record, request, counts: comparison.counts, changes: changes,
                missing: scanned.problems + scanned.leftOut)
        }
        return (written, changes)
    }

    /// Writes a zip of what differs.
    private func write(
        _ pending: PendingTree, _ request: SnapshotRequest, _ record: SnapshotRecord,
        _ writer: borrowing SnapshotWriter, into file: borrowing FileDescriptor,
        known newest: CatalogTree, _ noted: inout UpheavalTally
    ) throws -> (WrittenSnapshot, [TreeChange]) {
        let objects = store.objects
        let patching = store.patching()
        let known: any PastTree = request.isDrafted ? DraftedTree(newest: newest) : newest
        let planner = try ChangePlanner(
            pending.changes, stored: objects, bases: patching,
            partSizes: request.draft?.hasParts == true ? [] : nil, known: known,
            leavingOut: leavesOut)
        var changes: [TreeChange] = []
        let written = try writer.writeChanges(planner.plan, record: record, into: file) {
            record, packed, trees in
            var tree = try ChangedTree(
                planner.changes, items: planner.items, packed, known: known
            ) { change, directory in
                try note(change, below: directory, in: &noted)
            }
            record.rootEntry = try makeTrees(of: &tree, request, known: known, into: &trees)
            changes = tree.changes
            var tally = request.draft?.tally ?? ChangeTally(from: request.newest?.record.counts)
            tree.count(in: &tally)
            try complete(
                &record, request, counts: tally.counts, changes: changes,
                missing: pending.missing)
        }
        patching?.keep(
            planner.signing?.take() ?? [:],
            following: planner.plan.predecessors.filter { written.outcomes[$0.key] != nil }.values)
        return (written, changes)
    }

    /// Makes the trees that differ, or all of them where the store has lost some.
    private func makeTrees(
        of tree: inout ChangedTree, _ request: SnapshotRequest, known: any PastTree,
        into trees: inout TreeObjectWriter
    ) throws -> TreeEntry {
        let objects = store.objects
        guard !request.rebuildsTrees else {
            return try tree.rebuildTrees(objects, known: known, into: &trees)
        }
        do {
            return try tree.makeTrees(
                from: request.baseRoot, objects, known: known, into: &trees)
        } catch let error as UserError where error.code == .damaged && request.newest != nil {
            if request.isDrafted { throw PartsMisfit(message: error.message) }
            services.report(
                .verify, dataset: name, "DAMAGED: \(error.message); all trees are saved anew",
                level: .error)
            return try tree.rebuildTrees(objects, known: known, into: &trees)
        }
    }

    /// Fills in what is known when everything is read; what equals the newest snapshot is not needed.
    private func complete(
        _ record: inout SnapshotRecord, _ request: SnapshotRequest, counts: SnapshotCounts,
        changes: [TreeChange], missing: [MissingItem]
    ) throws {
        if request.mustDiffer, let newest = request.newest, counts.nothingChanged {
            try rememberInodes(changes)
            throw NothingDiffers(newest: newest)
        }
        record.counts = counts
        // The writer has added what it could not read, or not at rest.
        record.missing = (record.missing + missing).sorted { $0.path < $1.path }
        record.duration = (MonotonicInstant.now - request.began).wholeNanoseconds
    }

    /// What a zip holds that the store did not have, or had damaged.
    ///
    /// Nothing is lost if the zip that the catalog names for the rest goes: its objects are then looked for in all others.
    private func newObjects(of written: WrittenSnapshot) throws(UserError) -> [PlacedObject] {
        guard written.record.layout == .complete else { return written.objects }
        return try store.withCatalog { catalog in
            try written.objects.filter { try !catalog.holds($0.digest) }
        }
    }

    private func record(for request: SnapshotRequest) throws(UserError) -> SnapshotRecord {
        var record: SnapshotRecord
        if let draft = request.draft {
            record = draft.record
        } else {
            record = try newRecord(request.reason, created: request.created)
        }
        record.parent = request.newest?.number
        record.layout = request.content.layout
        var owners = request.content.owners
        if let earlier = request.draft?.owners {
            owners.users.formUnion(earlier.users)
            owners.groups.formUnion(earlier.groups)
        }
        record.users = names(of: owners.users, SystemIdentity.userName)
        record.groups = names(of: owners.groups, SystemIdentity.groupName)
        if record.layout == .incremental, let newest = request.newest {
            record.users.merge(newest.record.users) { present, _ in present }
            record.groups.merge(newest.record.groups) { present, _ in present }
        }
        return record
    }

    /// What is known of the next snapshot before its content is.
    func newRecord(
        _ reason: SnapshotReason, created: FileTime
    ) throws(UserError) -> SnapshotRecord {
        var record = SnapshotRecord()
        record.id = RandomBytes.identifier()
        record.number = try store.reserveNumber()
        record.store = store.uuid
        record.dataset = name
        record.host = SystemIdentity.hostName()
        record.root = engine.configuration.path
        record.created = created
        record.utcOffset = services.zone.civilTime(at: created.seconds).utcOffset
        record.reason = reason
        record.excludes = engine.configuration.exclude
        return record
    }

    /// Takes over the states of inodes of a tree that holds what the newest snapshot holds.
    private func rememberInodes(_ changes: [TreeChange]) throws(UserError) {
        let identities = changes.compactMap(\.newIdentity)
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
