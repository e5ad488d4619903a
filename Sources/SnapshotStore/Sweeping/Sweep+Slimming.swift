internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

/// Packing smaller what rests in the zips of snapshots that stay.
extension Sweep {
    /// Moves the contents of incremental snapshots, packed as small as they get, into content zips.
    ///
    /// Complete snapshots stay as they are: each is whole by itself, and may share its bytes with others on the disk.
    mutating func repackSnapshots() throws(UserError) {
        guard options.recompresses, let files = try filesToRepack() else { return }
        var batch = [(file: SnapshotFile, items: [SweepItem])]()
        var size: Int64 = 0
        var count = 0
        for file in files {
            let items = try packableContents(of: file)
            guard !items.isEmpty else { continue }
            let bytes = items.reduce(0) { $0 + $1.object.place.packed + SweepChoice.overhead }
            if !batch.isEmpty,
                size + bytes > SweepChoice.largestZip
                    || count + items.count > SweepChoice.mostObjects
            {
                try repack(batch)
                batch = []
                (size, count) = (0, 0)
            }
            batch.append((file, items))
            size += bytes
            count += items.count
        }
        if !batch.isEmpty { try repack(batch) }
    }

    private mutating func filesToRepack() throws(UserError) -> [SnapshotFile]? {
        guard try mayStart() != nil else { return nil }
        let (options, spared) = (self.options, self.spared)
        return try store.change { job, settings throws(UserError) in
            job.files.filter { file in
                !spared.contains(file.name) && file.damage == nil
                    && file.record.layout == .incremental && file.place != .expired
                    && options.hasRested(file.status, at: settings.clock.now)
            }
        }
    }

    /// The contents of a snapshot's zip that may get smaller; none if anything in it is damaged.
    ///
    /// Such a zip stays as it is, and what is whole of it would be packed again by each sweep.
    private mutating func packableContents(
        of file: SnapshotFile
    ) throws(UserError) -> [SweepItem] {
        try progress.checkCancelled()
        guard let zip = try store.pool.zip(named: file.name) else { return [] }
        let place = ObjectZip(
            name: file.name, place: file.place, status: file.status, kind: .gone(id: "", number: 0))
        let objects = try zip.archive().allObjects()
        let packable = objects.filter(\.isPackable).map { SweepItem(zip: place, object: $0) }
        guard !packable.isEmpty else { return [] }
        var damaged = 0
        for object in objects {
            try progress.checkCancelled()
            let found = FoundObject(zip: zip, place: object.place, isListed: false)
            let isWhole: Bool? = try ifReadable {
                try store.objects.read(object.digest, found) { _ in }
                return true
            }
            if isWhole == nil { damaged += 1 }
        }
        guard damaged > 0 else { return packable }
        spare(file, damaged: damaged)
        return []
    }

    private mutating func repack(
        _ batch: [(file: SnapshotFile, items: [SweepItem])]
    ) throws(UserError) {
        let room = batch.reduce(Int64(1 << 20)) { sum, part in
            sum + part.items.reduce(0) { $0 + $1.object.place.packed + SweepChoice.overhead }
        }
        // It takes room before it gives any back.
        guard try store.freeBytes() > room else { return }
        // After a repair two zips may hold the same content, of which a zip takes only one.
        var seen: Set<Digest> = []
        let items = batch.flatMap(\.items).filter { seen.insert($0.object.digest).inserted }
        let made = try carry(items)
        for part in batch {
            let damaged = part.items.count { !isCarried($0.object.digest, to: made) }
            if damaged == 0 {
                try slim(part.file, leaning: made)
            } else {
                spare(part.file, damaged: damaged)
            }
        }
    }

    /// Leaves a zip alone that holds something damaged.
    private mutating func spare(_ file: SnapshotFile, damaged: Int) {
        spared.insert(file.name)
        outcome.damaged += damaged
    }

    /// Replaces the zip of a snapshot by one without the contents that lie elsewhere now.
    private mutating func slim(
        _ file: SnapshotFile, leaning: Set<[UInt8]>
    ) throws(UserError) {
        let store = self.store
        do {
            guard let zip = try store.pool.zip(named: file.name) else { return }
            let made = try store.directory.with(file.place) { folder throws(SystemError) in
                try DurableFile.make(in: folder)
            }
            let path = store.directory.path(of: file.name, in: file.place)
            var writer = try ContentZipWriter(
                CarriedZip(file.record), into: made.descriptor, path: path)
            let rest = try zip.archive().allObjects().filter { !$0.isPackable }
            let place = ObjectZip(
                name: file.name, place: file.place, status: file.status,
                kind: .gone(id: "", number: 0))
            for item in rest.map({ SweepItem(zip: place, object: $0) }).inOrderOfCarrying {
                guard try add(item, to: &writer, repacking: nil) else {
                    return spare(file, damaged: 1)
                }
            }
            try writer.finish()
            let objects = try Self.examine(made.descriptor, path: path)
            guard Set(objects.map(\.digest)) == Set(rest.map(\.digest)) else { return }
            if let status = try store.replace(file, by: made, objects, leaning: leaning) {
                outcome.freed += file.status.allocated - status.allocated
            }
        } catch {
            throw Self.translated(error, store.path)
        }
    }
}

extension Store {
    /// Puts a smaller zip of the same snapshot into the place of one; `nil` if the store is not as it was.
    fileprivate func replace(
        _ file: SnapshotFile, by made: consuming DurableFile, _ objects: [PlacedObject],
        leaning: Set<[UInt8]>
    ) throws(UserError) -> FileStatus? {
        var made = Optional(made)
        return try change { job, _ throws(UserError) -> FileStatus? in
            guard job.annotations.brakes.isEmpty,
                let index = job.files.firstIndex(of: file),
                try looksAsListed(file.name, file.status, in: file.place),
                try areThere(leaning, job)
            else { return nil }
            let status = try StoreProblem.translating(path) { () throws(SystemError) in
                try directory.with(file.place) { folder throws(SystemError) in
                    try made.take()?.publish(as: file.name, in: folder, replacing: true)
                    return try folder.status(of: file.name)
                }
            }
            job.files[index].status = status
            pool.dropRemoved()
            let zip = job.files[index].catalogZip
            let rows = objects.map { CatalogObject($0, in: file.name) }
            try withCatalog { catalog in
                try catalog.add(zip, objects: [])
                try catalog.add(rows, of: file.name, replacing: true)
            }
            return status
        }
    }
}

extension PlacedObject {
    /// Whether it is a content that may get smaller: a large one that is stored never shrank, and may share its blocks
    /// with the live file.
    fileprivate var isPackable: Bool {
        guard place.form == .entry else { return false }
        return place.plain <= ContentZipWriter.wholeLimit || place.method == .deflated
    }
}
