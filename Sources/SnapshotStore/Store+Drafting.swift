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

/// Snapshots that are made part by part: each part lasts once it is published, so that an interruption costs no
/// more than the part it met, and none of the work needs more memory than a part does.
///
/// What parts of a first snapshot brought is the catalog's live state at once; that of later ones waits, because what
/// scans are compared with is the newest snapshot.
extension Store {
    /// Forgets what the catalog has of a snapshot that was never finished.
    ///
    /// The parts stay: whatever is the same in the next attempt is found in them by its digest. `takingStates` says that
    /// the tree turned out to be as the newest snapshot has it.
    package func forgetDraft(takingStates: Bool = false) throws(UserError) {
        if newest == nil { try withCatalog { try $0.rollBack(to: nil) } }
        try withCatalog { takingStates ? try $0.settleKept() : try $0.retireKept() }
    }

    /// Whether parts of later snapshots that never came have read anything.
    package func hasFormerParts() throws(UserError) -> Bool {
        try withCatalog { try $0.hasFormer() }
    }

    /// What such parts read at a path, and when the scan began that found it; `nil` if that is nothing.
    package func formerEntry(
        at path: BytePath
    ) throws(UserError) -> (known: KnownEntry, scanned: FileTime)? {
        try withCatalog { try $0.formerEntry(at: path) }
    }

    /// Whether the parts of the later snapshot under way brought a change of a path.
    package func hasDrafted(_ path: BytePath) throws(UserError) -> Bool {
        try withCatalog { try $0.hasKept(path) }
    }

    /// What the parts of the later snapshot under way brought at a path, `nil` if that is nothing.
    package func draftedEntry(at path: BytePath) throws(UserError) -> KnownEntry? {
        try withCatalog { try $0.keptEntry(at: path) }
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
    ///
    /// `scanned` is when the scan began that found them.
    package func publish(
        _ part: consuming SnapshotPart, objects: [PlacedObject], changes: [CatalogChange],
        of number: Int, scanned: FileTime, progress: JobProgress = JobProgress()
    ) throws(UserError) {
        let name = part.name
        do {
            try part.file.descriptor.writeOut(progress)
            _ = try adopt(part.file, named: name, objects, record: part.record)
        } catch {
            throw Sweep.translated(error, path)
        }
        let isFirst = newest == nil
        try withCatalog { catalog in
            if isFirst {
                try catalog.draft(changes, of: number)
            } else {
                try catalog.keep(changes, scanned: scanned)
            }
            try catalog.shrinkMemory()
        }
    }
}
