internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

/// Brings a catalog to what the listing of its store shows: the zips are the truth.
struct CatalogSync {
    let pool: ZipPool
    /// The snapshots that can be read, in the order of their numbers.
    let files: [SnapshotFile]
    /// The zips that are none of these, but may hold objects for them.
    let others: [ObjectZip]
    /// The zips of snapshots that cannot be read.
    private let damaged: Set<[UInt8]>
    /// What kept snapshots are known to lack.
    private let knownLosses: Set<Digest>
    /// Told what kept snapshots lose by zips that are gone or may go, before the catalog forgets where they were.
    private let noteLoss: ((ContentLoss) -> Void)?

    init(
        _ pool: ZipPool, _ files: [SnapshotFile], _ others: [ObjectZip],
        knownLosses: Set<Digest> = [], noteLoss: ((ContentLoss) -> Void)? = nil
    ) {
        self.knownLosses = knownLosses
        self.noteLoss = noteLoss
        self.pool = pool
        self.files = files.filter { $0.damage == nil }
        // What is whole in a damaged zip is still good for something.
        let unread = files.filter { $0.damage != nil }
        self.others = others + unread.map { ObjectZip($0) }
        damaged = Set(unread.map(\.name))
    }

    /// How far a catalog could follow its store.
    enum Outcome {
        /// It knows what the store shows.
        case followed
        /// The newest snapshots are gone: an older one is the newest now.
        case rolledBack
        /// Snapshots came back that lie before known ones: intervals only grow at their end, so it must start over.
        case outOfOrder
    }

    /// Takes over what is new, and forgets what is gone.
    func run(on catalog: Catalog) throws -> Outcome {
        let known = try catalog.snapshots()
        let newest = files.last { !$0.isExpired }?.number ?? 0
        let listed = Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
        var kept = [CatalogSnapshot]()
        var gone = [CatalogSnapshot]()
        for snapshot in known {
            // What is newer than every kept snapshot must not be what the next scan is compared with.
            let isThere = listed[snapshot.zip.name]?.isSame(as: snapshot.zip) == true
            if isThere, snapshot.number <= newest {
                kept.append(snapshot)
            } else {
                gone.append(snapshot)
            }
        }
        let keptNames = Set(kept.map(\.zip.name))
        let new = files.filter { !$0.isExpired && !keptNames.contains($0.name) }
        if let first = new.first, let last = kept.last, first.number < last.number {
            return .outOfOrder
        }
        // A catalog that was lost knows nothing of zips that were lost with it. Of what a damaged snapshot's zip holds
        // nobody knows yet, and it stops expiry by itself.
        let isNew = try damaged.isEmpty && known.isEmpty && catalog.contentZips().isEmpty
        let isRolledBack = known.last.map { $0.number != kept.last?.number } ?? false
        try catalog.transaction {
            var homeless: Set<LostObject> = []
            var losses = LossFinding(pool: pool, catalog: catalog)
            for snapshot in gone {
                homeless.formUnion(try drop(snapshot, from: catalog, noting: &losses))
            }
            if isRolledBack { try catalog.rollBack(to: kept.last?.number) }
            for snapshot in kept {
                guard let file = listed[snapshot.zip.name], file.place != snapshot.zip.place
                else { continue }
                let lost = try catalog.move(zip: file.name, to: file.place)
                if file.place == .expired { losses.note(file.name, .expired, lost) }
                homeless.formUnion(lost)
            }
            homeless.formUnion(
                try follow(otherThan: keptNames, in: catalog, noting: &losses))
            try takeIn(new, to: catalog)
            if isNew { homeless.formUnion(try uselessPatches(in: catalog)) }
            let absent = try Rehousing(pool: pool, catalog: catalog).run(homeless)
            if let noteLoss {
                let found =
                    isNew
                    ? try [losses.lossAmongAll(besides: knownLosses)].compactMap(\.self)
                    : try losses.losses(among: absent)
                found.forEach(noteLoss)
            }
        }
        pool.dropRemoved()
        return isRolledBack ? .rolledBack : .followed
    }

    /// What a catalog that is about to be dropped knows of snapshots whose zips cannot tell it any more.
    func recordsToKeep(
        from catalog: Catalog
    ) throws(CatalogError) -> [(zip: [UInt8], record: [UInt8])] {
        let known = try catalog.snapshots().filter { damaged.contains($0.zip.name) }
        return try catalog.rememberedRecords() + known.map { ($0.zip.name, $0.record) }
    }

    /// Takes over every zip, into an empty catalog.
    func fill(_ catalog: Catalog) throws {
        let newest = files.last { !$0.isExpired }?.number ?? 0
        let shown = files.filter { $0.number <= newest }
        var losses = LossFinding(pool: pool, catalog: catalog)
        _ = try follow(otherThan: Set(shown.map(\.name)), in: catalog, noting: &losses)
        try takeIn(shown, to: catalog)
        _ = try Rehousing(pool: pool, catalog: catalog).run(try uselessPatches(in: catalog))
        try catalog.shrinkMemory()
    }

    /// Forgets a snapshot that is listed no more; its zip stays if it is there for its objects.
    private func drop(
        _ snapshot: CatalogSnapshot, from catalog: Catalog, noting losses: inout LossFinding
    ) throws -> [LostObject] {
        let stays =
            others.contains { $0.isSame(as: snapshot.zip) }
            || files.contains { $0.isSame(as: snapshot.zip) }
        if damaged.contains(snapshot.zip.name) {
            try catalog.remember(snapshot.record, of: snapshot.zip.name)
        }
        guard stays else {
            let lost = try forget(snapshot.zip.name, in: catalog)
            note(lost, of: snapshot.zip.name, in: &losses)
            return lost
        }
        try catalog.retire(zip: snapshot.zip.name)
        return []
    }

    /// Takes over the zips that count by their objects alone; returns what lost its place.
    private func follow(
        otherThan shown: Set<[UInt8]>, in catalog: Catalog, noting losses: inout LossFinding
    ) throws -> Set<LostObject> {
        var homeless: Set<LostObject> = []
        var known: Set<[UInt8]> = []
        let listed = Dictionary(
            (others + files.filter { $0.isExpired && !shown.contains($0.name) }.map(ObjectZip.init))
                .map { ($0.name, $0) }
        ) { first, _ in first }
        for zip in try catalog.contentZips() {
            guard let other = listed[zip.name], other.isSame(as: zip) else {
                // A snapshot that was taken back is taken in anew, with the objects that are known.
                if !files.contains(where: { $0.isSame(as: zip) }) {
                    let lost = try forget(zip.name, in: catalog)
                    note(lost, of: zip.name, in: &losses)
                    homeless.formUnion(lost)
                }
                continue
            }
            known.insert(zip.name)
            if other.place != zip.place {
                let lost = try catalog.move(zip: zip.name, to: other.place)
                if other.place == .expired { losses.note(zip.name, .expired, lost) }
                homeless.formUnion(lost)
            }
            if other.damage != nil { try catalog.mark(zip: zip.name, .doomed) }
        }
        for other in listed.values where !known.contains(other.name) {
            try catalog.add(other.catalogZip, objects: try objects(of: other))
        }
        return homeless
    }

    /// Notes what a zip held that is not listed any more, or only as a damaged one of contents.
    private func note(_ lost: [LostObject], of name: [UInt8], in losses: inout LossFinding) {
        // A snapshot that cannot be read stops expiry by itself.
        guard noteLoss != nil, !damaged.contains(name) else { return }
        let isListed = files.contains { $0.name == name }
        let listed = others.first { $0.name == name }
        guard !isListed, listed == nil || listed?.damage != nil else { return }
        losses.note(name, listed == nil ? .gone : .unreadable, lost)
    }

    /// What an empty catalog took in where it may lie elsewhere as well: of two zips with patches that make the same, one
    /// may lack what its patch changes.
    private func uselessPatches(in catalog: Catalog) throws -> Set<LostObject> {
        Set(try catalog.patchesWithoutBase().lazy.map { LostObject(digest: $0, isTree: false) })
    }

    private func forget(_ name: [UInt8], in catalog: Catalog) throws -> [LostObject] {
        pool.drop(name)
        return try catalog.forget(zip: name)
    }

    /// What a zip holds; from one without a central directory only what is lost elsewhere is ever taken.
    private func objects(of zip: ObjectZip) throws(UserError) -> [CatalogObject] {
        let found = try ifReadable(onlyShortage: true) {
            guard let archive = try pool.zip(named: zip.name)?.archive(), archive.fault == nil
            else { return [PlacedObject]?.none }
            return try archive.objects()
        }
        return found.map { $0.map { CatalogObject($0, in: zip.name) } } ?? []
    }

    /// What the zip of a snapshot holds; nothing of one that was damaged since it was listed, which verifying names.
    private func objects(of file: SnapshotFile) throws(UserError) -> [CatalogObject] {
        do throws(UserError) {
            return try StoreListing.openArchive(file, in: pool.directory).objects().map {
                CatalogObject($0, in: file.name)
            }
        } catch {
            guard error.code == .damaged else { throw error }
            return []
        }
    }

    /// Takes in snapshots: first what all of them hold, since each may lean on any other.
    private func takeIn(_ new: [SnapshotFile], to catalog: Catalog) throws {
        for file in new {
            try catalog.add(file.catalogZip, objects: try objects(of: file))
        }
        let trees = CatalogTrees(pool: pool, catalog: catalog)
        for file in new {
            try catalog.index(
                CatalogSnapshot(
                    number: file.number, zip: file.catalogZip,
                    record: try SnapshotRecordJSON.encode(file.record)),
                root: file.record.rootEntry, objects: [],
                listing: { trees.directory($0) })
        }
    }
}

extension ObjectZip {
    /// A snapshot's zip as one that only counts by its objects.
    fileprivate init(_ file: SnapshotFile) {
        self.init(
            name: file.name, place: file.place, status: file.status,
            kind: .gone(id: file.record.id, number: file.number), damage: file.damage)
    }

    /// The zip in the catalog's terms.
    var catalogZip: CatalogZip {
        CatalogZip(
            name: name, place: place, size: status.size, inode: status.inode,
            modified: status.modified)
    }

    /// Whether a zip looks as it did, wherever it lies now.
    func isSame(as zip: CatalogZip) -> Bool {
        name == zip.name && status.size == zip.size && status.inode == zip.inode
            && status.modified == zip.modified
    }
}
