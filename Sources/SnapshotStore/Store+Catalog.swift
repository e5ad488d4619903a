internal import SnapshotArchive
package import SnapshotCatalog
package import SnapshotModel
internal import Synchronization
internal import LinuxSystem

extension Store {
    /// What keeps the catalog from lying on the disk, if anything does.
    package var catalogTrouble: String? { catalog.read { $0.trouble } }

    /// Gives `body` the catalog; one that fails is made anew from the zips, and `body` runs again.
    package func withCatalog<Result: Sendable>(
        _ body: (Catalog) throws -> Result
    ) throws(UserError) -> Result {
        try catalog.read { holder throws(UserError) in
            try use(&holder, { currentSync }, body)
        }
    }

    /// Rises whenever what scans compare with becomes another snapshot than the last that was published.
    ///
    /// A scan that saw it change has mixed two states, and is to be done again in full.
    package var catalogGeneration: Int { catalog.read { $0.generation } }

    /// The names in a directory of the newest snapshot, with the state of their inodes.
    package func knownEntries(of directory: BytePath) throws(UserError) -> [KnownEntry] {
        try withCatalog { try $0.entries(of: directory) }
    }

    /// Where a content lies in a kept snapshot, `nil` if it is to be read from the live tree.
    package func place(of content: Digest) throws(UserError) -> CatalogObject? {
        try withCatalog { try $0.place(of: content) }
    }

    /// Whether new snapshots may lean on a content or tree object that the store has.
    package func holds(_ object: Digest) throws(UserError) -> Bool {
        try withCatalog { try $0.holds(object) }
    }

    /// Brings the catalog to what `job` knows of the store.
    func synchronizeCatalog(
        _ job: StoreJob, knownLosses: Set<Digest> = [],
        noting noteLoss: ((ContentLoss) -> Void)? = nil
    ) throws(UserError) {
        let sync = CatalogSync(
            pool, job.files, job.objects, knownLosses: knownLosses, noteLoss: noteLoss)
        try catalog.read { holder throws(UserError) in
            switch try use(&holder, { sync }, { try sync.run(on: $0) }) {
            case .followed: break
            case .rolledBack: holder.noteRollBack()
            case .outOfOrder: try rebuild(&holder, sync)
            }
        }
    }

    /// Drops from the catalog what only snapshots show that are gone.
    func compactCatalog() throws(UserError) {
        try withCatalog { catalog in
            try catalog.dropUnseenVersions()
            try catalog.shrinkMemory()
        }
    }

    private var currentSync: CatalogSync {
        let state = shown.withLock { $0 }
        let files = state.snapshots.map { snapshot in
            SnapshotFile(
                name: snapshot.fileName, place: snapshot.place, status: snapshot.status,
                record: snapshot.record, damage: snapshot.damage)
        }
        return CatalogSync(pool, files, state.objects)
    }

    private func use<Result>(
        _ holder: inout CatalogHolder, _ sync: () -> CatalogSync,
        _ body: (Catalog) throws -> Result
    ) throws(UserError) -> Result {
        guard let catalog = holder.catalog else { throw StoreProblem.readOnly(path) }
        do {
            return try body(catalog)
        } catch let error as UserError {
            throw error
        } catch {
            // The file is another store's by now.
            guard !holder.isReleased else { throw StoreProblem.released(path) }
            // Anything SQLite dislikes is answered alike: the file may be damaged, or its disk full.
            try rebuild(&holder, sync())
        }
        return try lastly(&holder, body)
    }

    private func lastly<Result>(
        _ holder: inout CatalogHolder, _ body: (Catalog) throws -> Result
    ) throws(UserError) -> Result {
        do {
            guard let catalog = holder.catalog else { throw StoreProblem.readOnly(path) }
            return try body(catalog)
        } catch let error as UserError {
            throw error
        } catch {
            throw UserError(
                .internal, "the catalog of \(path.display) cannot be used", why: "\(error)",
                remedy: "restart the agent")
        }
    }

    private func rebuild(
        _ holder: inout CatalogHolder, _ sync: CatalogSync
    ) throws(UserError) {
        // Of these no zip can tell any more; a catalog that cannot be read cannot either.
        let remembered = (try? holder.catalog.map { try sync.recordsToKeep(from: $0) }) ?? []
        holder.startOver()
        do {
            try holder.catalog.map { catalog in
                try sync.fill(catalog)
                for (zip, record) in remembered { try catalog.remember(record, of: zip) }
            }
        } catch let error as UserError {
            throw error
        } catch {
            holder.startOverInMemory("\(error)")
            _ = try lastly(&holder) { try sync.fill($0) }
        }
    }
}

extension Store: StoredObjects {}
