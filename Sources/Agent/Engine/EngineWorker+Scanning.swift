import Configuration
import LinuxSystem
import Restoring
import SnapshotCatalog
import SnapshotModel
import SnapshotStore
import Synchronization
import TreeScanning
import TreeWatching

/// Finding out what a snapshot is to hold.
extension EngineWorker {
    /// Scans everything for a first snapshot; what is too large for one zip is saved part by part on the way.
    func scanFirst(
        _ scan: inout MadeScan, root: borrowing FileDescriptor, progress: JobProgress,
        parts: () throws -> SnapshotParts
    ) throws -> SnapshotDraft? {
        let preference = engine.configuration.layout
        if preference != .incremental {
            let limit = ScanLimit(
                entries: LayoutChoice.largestEntries, bytes: LayoutChoice.largestBytes)
            do {
                try scanTree(
                    nil, &scan, root: root, limit: preference == .auto ? limit : nil,
                    progress: progress)
                return nil
            } catch is TreeExceedsLimit {
                // It gets an incremental snapshot, whose parts need not all be held.
            }
        }
        let parts = try parts()
        progress.begin("reading")
        let changes = try brakingIfUnreadable {
            try TreeScanner(rules: engine.scanRules).scanChanges(
                .everything, root: root, known: NothingKnown(), lastScan: nil,
                portions: parts.portions(areReadAtOnce: true), progress: progress)
        }
        // Removing them makes their directories dirty, which the next snapshot takes in.
        _ = RestoreLeftovers.remove(changes.leftovers, below: root)
        noteWalk(since: .now)
        learn { $0.merge(changes) }
        scan.changes = PendingTree(changes, since: SnapshotRecord())
        return parts.draft
    }

    /// Scans the whole tree, or takes what is not dirty from the newest snapshot; `nil` = everything.
    func scanTree(
        _ dirty: DirtySet?, _ scan: inout MadeScan, root: borrowing FileDescriptor,
        limit: ScanLimit? = nil, progress: JobProgress
    ) throws {
        let scope: ScanScope =
            if let dirty {
                .directories(dirty.names, trees: unseenTrees, inodes: dirty.inodes)
            } else {
                .everything(trustCache: true)
            }
        let lastScan = scan.newest?.record.created
        let scanner = TreeScanner(rules: engine.scanRules)
        let began = MonotonicInstant.now
        var scanned = try clearingLeftovers(below: root) {
            try scanner.scan(
                scope, root: root, known: scan.known, lastScan: lastScan, limit: limit,
                progress: progress)
        } leftovers: {
            $0.leftovers
        }
        if dirty == nil, scan.newest != nil {
            writeOutUntold(scanned.items.lazy.filter(\.needsRead).map(\.path), root: root)
        }
        if dirty == nil { noteWalk(since: began) }
        progress.begin("comparing")
        try ContentProbe(known: scan.known).resolve(&scanned, root: root, progress: progress)
        if dirty == nil { try readSample(of: &scanned, root: root, progress: progress) }
        scan.isRepair = scanned.readAgain(scan.distrusted)
        if dirty == nil, scan.newest != nil {
            let objects = store.objects
            let isAnyLost = try scanned.readAgain { try !objects.holds($0) }
            scan.isRepair = scan.isRepair || isAnyLost
        }
        learn { $0 = scanned.relevance }
        scan.tree = scanned
    }

    /// Scans for changes alone what is dirty, `nil` = everything: what is held does not depend on the tree's size.
    ///
    /// The cost of a scan of what is dirty does not either. What is found is saved part by part, if it is much and there
    /// may be `parts`.
    func scanChanges(
        _ dirty: DirtySet?, _ scan: inout MadeScan, _ newest: SnapshotRecord,
        parts: SnapshotParts?, root: borrowing FileDescriptor, progress: JobProgress
    ) throws {
        let names = dirty.map { dirtyNames($0, newest) } ?? DirtyNames.everything
        let scanner = TreeScanner(rules: engine.scanRules)
        let known = scan.known
        let began = MonotonicInstant.now
        scan.rebuildsTrees = try lacksTrees(scan, newest, isFull: dirty == nil)
        // Trees are made anew all at once.
        let parts = scan.rebuildsTrees ? nil : parts
        var changes = try clearingLeftovers(below: root) {
            try parts?.startOver()
            let sieve = try ChangeSieve(
                store, known: known, root: root, parts: parts, progress: progress
            ) { paths, root in self.writeOutUntold(paths, root: root) }
            var found = try scanner.scanChanges(
                names, root: root, known: known, lastScan: newest.created,
                portions: dirty == nil ? sieve.portions : parts?.portions(), progress: progress)
            if dirty == nil {
                found.changes = try sieve.finish(found.changes)
            } else if let parts {
                found.changes = try parts.former.settled(found.changes)
            }
            return found
        } leftovers: {
            $0.leftovers
        }
        if dirty == nil {
            noteWalk(since: began)
            try readSample(into: &changes, parts?.draft, root: root, progress: progress)
        }
        let isAnyRead = try readAgain(
            into: &changes, parts?.draft, isFull: dirty == nil, root: root)
        scan.isRepair = isAnyRead || scan.rebuildsTrees
        learn { $0.merge(changes) }
        scan.changes = PendingTree(changes, since: newest)
    }

    /// Takes over what a scan read of ignore files and cache tags.
    ///
    /// Directories that were ignored when they came have no watch; whatever happens in them until they have one makes
    /// them dirty. What happened during the scan to what was ignored until then was heard by nobody.
    private func learn(_ change: (inout RelevanceFilter) -> Void) {
        let (isOther, mayHide) = engine.relevance.withLock { filter in
            let before = filter
            change(&filter)
            return (filter != before, before.mayHide(whatMattersTo: filter, isGone: isGone))
        }
        guard isOther else { return }
        if mayHide {
            services.watcher.putBack(engine.watchID, DirtySet(everything: "other rules hold"))
        }
        services.watcher.refresh(engine.watchID)
    }

    /// Whether there is nothing at a path of the tree: what comes there will be told by the directory above.
    private func isGone(_ path: BytePath) -> Bool {
        do throws(SystemError) {
            _ = try FileDescriptor.status(
                of: engine.configuration.path.appending(path), following: false)
            return false
        } catch {
            return error.errno == .noEntry || error.errno == .notDirectory
        }
    }

    /// Says which paths the rules hide, as far as scans have learned them.
    var leavesOut: @Sendable (BytePath) -> Bool {
        let filter = engine.relevance.withLock { $0 }
        return { path in
            !filter.isRelevant(
                directory: path.parent ?? .root, name: path.name, isDirectory: false)
        }
    }

    private func dirtyNames(_ dirty: DirtySet, _ newest: SnapshotRecord) -> DirtyNames {
        var names = DirtyNames()
        for (directory, selection) in dirty.names { names.insert(selection, in: directory) }
        for tree in unseenTrees { names.insert(tree: tree) }
        names.insertRetries(of: newest.missing)
        names.inodes = dirty.inodes
        return names
    }

    /// Whether the store lost trees of the newest snapshot: known at a glance but for parts of large directories.
    private func lacksTrees(
        _ scan: MadeScan, _ newest: SnapshotRecord, isFull: Bool
    ) throws(UserError) -> Bool {
        if isFull, try store.withCatalog({ try $0.lacksTrees() }) { return true }
        guard !scan.distrusted.isEmpty else { return false }
        return try store.lacksTrees(below: newest.rootTree)
    }

    /// Has files be read whose content the store has damaged, or after a full walk lost; `false` if there are none.
    private func readAgain(
        into changes: inout ScannedChanges, _ draft: SnapshotDraft?, isFull: Bool,
        root: borrowing FileDescriptor
    ) throws -> Bool {
        var nodes = try store.withCatalog { try $0.filesOfBadObjects() }
        if isFull { nodes += try store.withCatalog { try $0.filesOfLostObjects() } }
        guard !nodes.isEmpty else { return false }
        var pending = PendingReads(changes)
        for node in nodes {
            guard let file = try store.withCatalog({ try $0.file(node) }),
                try draft == nil || !store.hasDrafted(file.path)
            else { continue }
            pending.add(file.path, file.known, root: root)
        }
        changes = pending.found
        return pending.isAny
    }

    /// Scans again once what killed restores left is cleared away.
    private func clearingLeftovers<Found>(
        below root: borrowing FileDescriptor, _ scan: () throws -> Found,
        leftovers: (Found) -> [BytePath]
    ) throws -> Found {
        try brakingIfUnreadable {
            let found = try scan()
            let removed = RestoreLeftovers.remove(leftovers(found), below: root)
            guard !removed.isEmpty else { return found }
            // Removing them changed the times of their directories.
            return try scan()
        }
    }

    /// Runs a scan; a root that cannot be listed stops expiry.
    private func brakingIfUnreadable<Found>(_ scan: () throws -> Found) throws -> Found {
        do {
            return try scan()
        } catch let error as SystemError {
            brakeIfUnreadable(error)
            throw error
        }
    }
}
