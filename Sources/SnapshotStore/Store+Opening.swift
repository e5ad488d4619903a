package import SnapshotModel
internal import LinuxSystem
internal import SnapshotCatalog
internal import Synchronization

extension Store {
    /// Opens the store at an absolute path for its owner, and makes it where nothing is and nothing was.
    ///
    /// Everything that could make this the wrong store, or another's, is refused before anything is changed.
    package static func open(
        _ path: BytePath, _ settings: StoreSettings
    ) throws(UserError) -> Store {
        let main = try StoreFolder.open(path, settings)
        try StoreFolder.checkPresent(main, path, settings)
        try StoreFolder.check(main, at: path)
        _ = try readIdentity(in: main, path, settings)
        let lock = try StoreLock.take(in: main, of: path)
        // Another owner may have written it until then.
        let found = try readIdentity(in: main, path, settings)
        let identity = try StoreFolder.settle(found, in: main, path, settings)
        let directory: StoreDirectory
        do throws(SystemError) {
            directory = try StoreDirectory(path: path, owning: main)
        } catch {
            throw StoreProblem.system(error, store: path)
        }
        return try open(directory, identity: identity, isNew: found == nil, lock: lock, settings)
    }

    /// What the store is, `nil` where a new one may be made.
    private static func readIdentity(
        in main: borrowing FileDescriptor, _ path: BytePath, _ settings: StoreSettings
    ) throws(UserError) -> StoreIdentity? {
        let found = try StoreFolder.readIdentity(in: main, at: path)
        if found == nil { try StoreFolder.checkUnused(main, path, settings) }
        return found
    }

    private static func open(
        _ directory: StoreDirectory, identity: StoreIdentity, isNew: Bool,
        lock: consuming StoreLock, _ settings: StoreSettings
    ) throws(UserError) -> Store {
        let holder = CatalogHolder.open(
            store: identity.uuid, at: directory.path, cache: settings.places.cache)
        // A catalog that cannot say what it knows knows nothing.
        let known = (try? holder.catalog?.snapshots()) ?? []
        let listing = try StoreListing(directory, store: identity.uuid, known: known)
        let job = try StoreProblem.translating(directory.path) { () throws(SystemError) in
            try StoreJob(
                opening: directory, identity: identity, isNew: isNew, listing: listing,
                known: known, settings)
        }
        let store = Store(
            directory: directory, settings: settings, job: job, catalog: holder, lock: lock)
        try store.change { job, settings throws(UserError) in
            // Before the catalog forgets them. Without room for the notes those with a label or a pin are still known.
            let isAnyMoved = store.noteMovedByHand(known, &job, settings)
            if job.hasNewNotes || isAnyMoved { try? store.writeAnnotations(&job, settings) }
            try store.synchronizeCatalogAfterListing(&job, settings)
            // A full disk must not keep the owner from making room; the next writing tries again.
            try? store.noteThatAnnotationsExist(&job, settings)
            store.remember(&job, settings)
            StoreReadme.refresh(in: store.directory.main)
            if store.isIdentityDoubtful { try? store.writeIdentity(&job, settings) }
            store.refillReserve(settings)
        }
        return store
    }
}

extension StoreJob {
    /// What the owner knows of a store when it has just listed it.
    init(
        opening directory: StoreDirectory, identity: StoreIdentity, isNew: Bool,
        listing: StoreListing, known: [CatalogSnapshot], _ settings: StoreSettings
    ) throws(SystemError) {
        let remembered = StoreMemory.of(identity.uuid, in: settings.places.state)
        self.identity = identity
        annotations = Annotations()
        memory = StoreMemory(
            uuid: identity.uuid, path: PathText(directory.path),
            highest: remembered?.highest ?? 0, running: remembered?.running ?? 0)
        files = []
        foreign = []
        nextNumber = 1
        opened = settings.clock.instant
        counted = opened
        try readAnnotations(in: directory, settings)
        take(listing)
        hasNewNotes = noteVanished(known, settings)
        brakeWhereNeeded(settings)
        // The clock of running must not stand before what it measures.
        let counts = annotations.snapshots.values.compactMap { $0.expiry?.running }
        memory.running = max(memory.running, (counts.max() ?? 0) * 1_000_000_000)
        nextNumber = 1 + max(highestUsed, known.last?.number ?? 0)
        if remembered == nil, !isNew {
            // Nobody can say which numbers of the block were used.
            nextNumber = max(nextNumber, identity.reserved + 1)
        }
    }

    private var highestUsed: Int {
        let noted = annotations.snapshots.values.map(\.number).max() ?? 0
        return max(files.last?.number ?? 0, memory.highest, noted)
    }

    private mutating func readAnnotations(
        in directory: StoreDirectory, _ settings: StoreSettings
    ) throws(SystemError) {
        switch try AnnotationsFile.read(in: directory.main) {
        case .whole(let whole): annotations = whole
        case .absent where !identity.isAnnotated: break
        case .absent:
            brake(.annotationsLost, "annotations.json is gone, and pins with it", settings)
        case .lost(let older):
            annotations = older ?? Annotations()
            brake(
                .annotationsLost, "annotations.json was damaged, and pins may be lost", settings)
        }
    }

    /// Whether expiry was stopped because of zips in the store, not of directories that are saved.
    static func isAboutZips(_ brake: Brake) -> Bool {
        brake.look == nil && brake.reason.contains("snapshot")
            && brake.reason.hasSuffix(unreadEnding)
    }

    private static let unreadEnding = "cannot be read"

    mutating func brakeWhereNeeded(_ settings: StoreSettings) {
        let damaged = files.filter { $0.damage != nil && !isAcknowledged($0) }
        if let first = damaged.first {
            brake(
                .unreadable,
                damaged.count == 1
                    ? "snapshot \(first.number) \(Self.unreadEnding)"
                    : "\(damaged.count) snapshots \(Self.unreadEnding)", settings)
        }
        brakeForGone(settings)
        if !identity.hasRoot(of: settings) {
            brake(
                .rootChanged,
                "\(settings.root.display) is another directory than the one saved so far", settings)
        }
    }

    /// Stops expiry, unless it is stopped for the same kind of reason already.
    mutating func brake(
        _ code: BrakeCode, _ reason: String, look: String? = nil, _ settings: StoreSettings
    ) {
        guard !annotations.brakes.contains(where: { $0.code == code }) else { return }
        annotations.brakes.append(
            Brake(code: code, reason: reason, since: settings.clock.now.seconds, look: look))
    }
}
