internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

/// Brings a catalog to what the listing of its store shows: the zips are the truth.
struct CatalogSync {
    let directory: StoreDirectory
    /// The snapshots that can be read, in the order of their numbers.
    let files: [SnapshotFile]

    init(_ directory: StoreDirectory, _ files: [SnapshotFile]) {
        self.directory = directory
        self.files = files.filter { $0.damage == nil }
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
        var kept = [CatalogSnapshot]()
        var gone = [CatalogSnapshot]()
        for snapshot in known {
            let file = files.first { $0.isSame(as: snapshot.zip) }
            // What is newer than every kept snapshot must not be what the next scan is compared with.
            if file != nil, snapshot.number <= newest {
                kept.append(snapshot)
            } else {
                gone.append(snapshot)
            }
        }
        let new = files.filter { file in
            !file.isExpired && !kept.contains { file.isSame(as: $0.zip) }
        }
        if let first = new.first, let last = kept.last, first.number < last.number {
            return .outOfOrder
        }
        let isRolledBack = known.last.map { $0.number != kept.last?.number } ?? false
        try catalog.transaction {
            var homeless = [Digest]()
            for snapshot in gone { homeless += try catalog.forget(zip: snapshot.zip.name) }
            if isRolledBack { try catalog.rollBack(to: kept.last?.number) }
            for snapshot in kept {
                guard let file = files.first(where: { $0.isSame(as: snapshot.zip) }),
                    file.catalogZip.place != snapshot.zip.place
                else { continue }
                homeless += try catalog.move(zip: file.name, to: file.catalogZip.place)
            }
            for file in new { try index(file, in: catalog) }
            try rehouse(homeless, in: catalog)
        }
        return isRolledBack ? .rolledBack : .followed
    }

    /// Takes over every snapshot, into an empty catalog.
    func fill(_ catalog: Catalog) throws {
        let newest = files.last { !$0.isExpired }?.number ?? 0
        for file in files where file.number <= newest { try index(file, in: catalog) }
        try catalog.shrinkMemory()
    }

    /// The places of what a zip holds.
    static func objects(
        of reader: ArchiveReader, zip: [UInt8], only wanted: Set<Digest>? = nil
    ) throws(UserError) -> [CatalogObject] {
        var found = [CatalogObject]()
        for object in try reader.objects() where wanted?.contains(object.digest) != false {
            found.append(CatalogObject(object, in: zip))
        }
        return found
    }

    private func index(_ file: SnapshotFile, in catalog: Catalog) throws {
        let reader = try StoreListing.openArchive(file, in: directory)
        try catalog.index(
            CatalogSnapshot(
                number: file.number, zip: file.catalogZip,
                record: try SnapshotRecordJSON.encode(reader.record)),
            root: reader.record.rootEntry,
            objects: Self.objects(of: reader, zip: file.name),
            listing: { try reader.directory($0) })
    }

    /// Finds objects whose zip went in the newest snapshot, which holds most of them.
    private func rehouse(_ objects: [Digest], in catalog: Catalog) throws {
        guard !objects.isEmpty, let newest = files.last(where: { !$0.isExpired }) else { return }
        let reader = try StoreListing.openArchive(newest, in: directory)
        try catalog.add(
            Self.objects(of: reader, zip: newest.name, only: Set(objects)), of: newest.name)
    }
}

extension CatalogObject {
    /// The row of an object that a zip holds.
    init(_ object: PlacedObject, in zip: [UInt8]) {
        let place = object.place
        self.init(
            digest: object.digest, zip: zip, form: place.form, offset: place.offset,
            packed: place.packed, plain: place.plain, method: place.method.rawValue,
            base: place.base)
    }
}
