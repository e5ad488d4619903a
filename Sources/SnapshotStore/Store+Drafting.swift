package import LinuxSystem
package import SnapshotArchive
package import SnapshotCatalog
package import SnapshotModel

/// A content zip that is being written, for a part of a snapshot that is too large to be made at once.
package struct SnapshotPart: ~Copyable {
    /// The empty file that the part is written into.
    package let file: DurableFile
    /// What the zip says of itself.
    package let record: ContentRecord
    let name: [UInt8]
}

/// First snapshots that are made part by part: each part lasts once it is published, so that an interruption costs no
/// more than the part it met, and none of the work needs more memory than a part does.
extension Store {
    /// Forgets what the catalog has of a first snapshot that was never finished.
    ///
    /// The parts stay: whatever is the same in the next attempt is found in them by its digest.
    package func forgetDraft() throws(UserError) {
        guard newest == nil else { return }
        try withCatalog { try $0.rollBack(to: nil) }
    }

    /// Sizes of the large contents that the store has: a file of another size is certainly not among them.
    package func sizesOfLargeContents() throws(UserError) -> Set<Int64> {
        try withCatalog { try $0.contentSizes(from: ArchivePlan.largeSize) }
    }

    /// Begins a part.
    package func makePart() throws(UserError) -> SnapshotPart {
        guard isWritable else { throw StoreProblem.readOnly(path) }
        let (record, name) = try newContentZip()
        do throws(SystemError) {
            let file = try directory.with(.base) { folder throws(SystemError) in
                try DurableFile.make(in: folder)
            }
            return SnapshotPart(file: file, record: record, name: name)
        } catch {
            throw StoreProblem.system(error, store: path)
        }
    }

    /// Makes a finished part last, with the objects it holds, and takes its changes over for the snapshot to come.
    package func publish(
        _ part: consuming SnapshotPart, objects: [PlacedObject], changes: [CatalogChange],
        of number: Int
    ) throws(UserError) {
        let name = part.name
        do {
            _ = try adopt(part.file, named: name, objects, record: part.record)
        } catch {
            throw Sweep.translated(error, path)
        }
        try withCatalog { catalog in
            try catalog.draft(changes, of: number)
            try catalog.shrinkMemory()
        }
    }
}
