internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

/// Content zips: no snapshots, but what snapshots need.
extension Store {
    /// The record and the name of a new content zip.
    func newContentZip() throws(UserError) -> (ContentRecord, [UInt8]) {
        try change { job, settings throws(UserError) in
            let now = settings.clock.now
            let dataset = job.identity.dataset
            let taken = Set(job.objects.map(\.name))
            var number = 1
            var name = ContentFileName.make(dataset: dataset, at: now, number: number)
            while taken.contains(name) {
                number += 1
                name = ContentFileName.make(dataset: dataset, at: now, number: number)
            }
            return (ContentRecord(store: uuid, dataset: dataset, created: now.seconds), name)
        }
    }

    /// Makes a finished content zip one of the store's: from now on its objects are read from it.
    ///
    /// With `replacing` they are read from it even where another zip has them.
    func adopt(
        _ file: consuming DurableFile, named name: [UInt8], _ objects: [PlacedObject],
        record: ContentRecord, replacing: Bool = true
    ) throws -> FileStatus? {
        // Before the store is held up.
        try file.descriptor.synchronizeData()
        var file = Optional(file)
        return try change { job, _ throws(UserError) -> FileStatus? in
            let status = try StoreProblem.translating(path) { () throws(SystemError) in
                try directory.with(.base) { folder throws(SystemError) in
                    try file.take()?.publish(as: name, in: folder)
                }
                return try directory.status(of: name, in: .base)
            }
            guard let status else { return nil }
            let zip = ObjectZip(
                name: name, place: .base, status: status,
                kind: .content(isPacked: record.isPacked == true),
                trees: record.treeRoot)
            if !job.objects.contains(where: { $0.name == name }) { job.objects.append(zip) }
            let rows = objects.map { CatalogObject($0, in: name) }
            try withCatalog { catalog in
                // Both or neither: of a zip that is known, nobody looks for objects again.
                try catalog.transaction {
                    try catalog.add(zip.catalogZip, objects: [])
                    try catalog.add(rows, of: name, replacing: replacing)
                }
            }
            return status
        }
    }
}
