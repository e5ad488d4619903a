internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

extension Sweep {
    /// Carries objects into a new content zip that lasts when this returns; the name of the zip, if one was made.
    ///
    /// Each was unpacked from the new zip and had its digest. What cannot be carried is for the caller to keep, where it
    /// lies: `isCarried` tells.
    mutating func carry(_ items: [SweepItem]) throws(UserError) -> Set<[UInt8]> {
        do {
            return try write(items)
        } catch {
            throw Self.translated(error, store.path)
        }
    }

    /// An error in the words that people see.
    static func translated(_ error: any Error, _ path: BytePath) -> UserError {
        if let error = error as? UserError { return error }
        if let error = error as? SystemError { return StoreProblem.system(error, store: path) }
        return UserError(
            .internal, "a content zip could not be written", why: "\(error)",
            remedy: "report this; nothing was removed")
    }

    private mutating func write(_ items: [SweepItem]) throws -> Set<[UInt8]> {
        let deflater = try deflater(for: items)
        progress.begin(
            deflater == nil ? "carrying" : "packing", files: items.count,
            bytes: items.reduce(0) { $0 + $1.object.place.packed })
        var (record, name) = try store.newContentZip()
        record.isPacked = deflater != nil
        let path = store.directory.path(of: name, in: .base)
        let file = try store.directory.with(.base) { folder throws(SystemError) in
            try DurableFile.make(in: folder)
        }
        var writer = try ContentZipWriter(
            CarriedZip(record), into: file.descriptor, path: path)
        var carried = [Digest]()
        for item in items.inOrderOfCarrying {
            if try add(item, to: &writer, repacking: deflater) {
                carried.append(item.object.digest)
            }
            progress.add(files: 1)
        }
        guard !carried.isEmpty else { return [] }
        try writer.finish()
        let placed = try Self.examine(file.descriptor, path: path)
        guard Set(placed.map(\.digest)).isSuperset(of: carried) else {
            throw UserError(
                .internal, "a content zip does not hold what was put into it",
                remedy: "report this; nothing was removed")
        }
        let status = try store.adopt(file, named: name, placed, record: record)
        outcome.written += status?.allocated ?? 0
        made.insert(name)
        for digest in carried { proven[digest] = name }
        outcome.carried += carried.count
        return [name]
    }

    /// Adds one object; `false` if it is damaged where it lies, or its zip is gone.
    mutating func add(
        _ item: SweepItem, to writer: inout ContentZipWriter, repacking deflater: SmallestDeflater?
    ) throws -> Bool {
        let digest = item.object.digest
        guard let zip = try store.pool.zip(named: item.zip.name) else { return false }
        try pace.spend(item.object.place.packed)
        do {
            switch item.object.place.form {
            case .tree:
                try writer.add(
                    tree: try zip.file.treeObject(digest, at: item.object.place), of: digest)
            case .entry:
                guard let deflater else {
                    try writer.carry(digest, from: try zip.archive(), progress: progress)
                    return true
                }
                let saved = try writer.repack(
                    digest, from: try zip.archive(), with: deflater, progress: progress)
                outcome.saved += saved
                outcome.recompressed += saved > 0 ? 1 : 0
            case .patch:
                let objects = store.objects
                try writer.carryPatch(
                    of: digest, from: try zip.archive(), progress: progress
                ) { file, place in
                    let copy = OpenZip(name: item.zip.name, file: file)
                    try objects.read(
                        digest, FoundObject(zip: copy, place: place, isListed: false)
                    ) { _ in }
                }
            }
            return true
        } catch let error as UserError where error.code == .damaged {
            return false
        }
    }

    /// What packs contents smaller, `nil` if some of them may still change or nothing is to be packed.
    private func deflater(for items: [SweepItem]) throws(UserError) -> SmallestDeflater? {
        guard options.recompresses, let now = store.settings?.clock.now,
            items.allSatisfy({ options.hasRested($0.zip.status, at: now) })
        else { return nil }
        return SmallestDeflater()
    }

    /// What a finished content zip holds, trees unpacked once more from it.
    static func examine(
        _ file: borrowing FileDescriptor, path: BytePath
    ) throws -> [PlacedObject] {
        let reader = try ArchiveReader.openForObjects(try file.duplicate(), path: path)
        let placed = try reader.objects()
        let zip = ObjectFile(try file.duplicate(), path: path)
        for object in placed where object.place.form == .tree {
            _ = try zip.treeObject(object.digest, at: object.place)
        }
        return placed
    }
}

extension [SweepItem] {
    /// Contents, then patches, then trees, each in the order in which they lie in their zips.
    var inOrderOfCarrying: [SweepItem] {
        func rank(_ form: ObjectForm) -> Int {
            switch form {
            case .entry: 0
            case .patch: 1
            case .tree: 2
            }
        }
        return sorted { left, right in
            let ranks = (rank(left.object.place.form), rank(right.object.place.form))
            if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
            if left.zip.name != right.zip.name {
                return left.zip.name.lexicographicallyPrecedes(right.zip.name)
            }
            return left.object.place.offset < right.object.place.offset
        }
    }
}
