internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// Writes the zip that takes the place of a damaged one: with every good byte that it has, and good copies of the rest.
struct ZipMending {
    let store: Store
    let source: RepairSource
    let progress: JobProgress

    /// A fresh zip that is not published yet.
    struct Mended: ~Copyable {
        let file: DurableFile
        let objects: [PlacedObject]

        consuming func takeFile() -> DurableFile { file }
    }

    /// Makes the zip of a complete snapshot anew from its root down.
    func complete(_ record: SnapshotRecord) throws -> Mended {
        let file = try makeFile()
        let output = try file.descriptor.duplicate()
        let export = SnapshotExport(record, from: source, progress: progress)
        try export.prepare { _, error in Self.isDamage(error) ? nil : error }
        var offset: Int64 = 0
        _ = try export.write { bytes in
            try output.write(bytes.span, at: offset)
            offset += Int64(bytes.count)
        }
        return try proven(file)
    }

    /// Makes a zip of what another one held, which need not be all of a snapshot.
    func part(of damaged: DamagedZip, as about: CarriedZip, names: [Digest: ZipEntry]) throws
        -> Mended
    {
        let file = try makeFile()
        var writer = try ContentZipWriter(
            about, into: file.descriptor, path: store.directory.path)
        writer.headers = names
        let digests = damaged.objects.sorted { $0.key < $1.key }
        progress.begin("mending", files: digests.count)
        for (digest, form) in digests where form == .entry {
            try progress.checkCancelled()
            try add(digest, to: &writer)
            progress.add(files: 1)
        }
        for (digest, form) in digests where form == .patch {
            try progress.checkCancelled()
            if try !addPatch(of: digest, from: damaged, to: &writer) {
                try add(digest, to: &writer)
            }
            progress.add(files: 1)
        }
        for (digest, form) in digests where form == .tree {
            try progress.checkCancelled()
            if let text = try ifReadable({ try source.treeObject(digest) }) {
                try writer.add(tree: text, of: digest)
            }
            progress.add(files: 1)
        }
        try writer.finish()
        return try proven(file)
    }

    /// Adds a content from wherever it is whole; one that nothing has is left out.
    private func add(_ content: Digest, to writer: inout ContentZipWriter) throws {
        let known: ExportContent
        do {
            known = try source.exportContent(content)
        } catch  where Self.isDamage(error) {
            return
        }
        try writer.add(content, known, progress: progress) {
            try source.readContent(content, $0)
        }
    }

    /// Adds a patch as it lies in the damaged zip; `false` if it is damaged itself.
    ///
    /// One whose base is lost makes nothing now, but does again if the base comes back. It is left out if what it made
    /// is whole in another zip.
    private func addPatch(
        of content: Digest, from damaged: DamagedZip, to writer: inout ContentZipWriter
    ) throws -> Bool {
        guard let patch = damaged.patch(of: content) else { return false }
        let isBaseWhole =
            try patch.place.base.map { base throws(UserError) in
                try source.canRead(base, isListing: false)
            } ?? false
        if !isBaseWhole, try source.canRead(content, isListing: false) { return true }
        do {
            let objects = store.objects
            try writer.addPatch(
                patch.bytes, of: content, plain: patch.place.plain, base: patch.place.base
            ) { file, place in
                guard isBaseWhole else { return }
                let found = FoundObject(
                    zip: OpenZip(name: damaged.name, file: file), place: place, isListed: false)
                try objects.read(content, found) { _ in }
            }
            return true
        } catch  where Self.isDamage(error) {
            return false
        }
    }

    private func makeFile() throws(UserError) -> DurableFile {
        try StoreProblem.translating(store.path) { () throws(SystemError) in
            try store.directory.with(.expired) { folder throws(SystemError) in
                try DurableFile.make(in: folder)
            }
        }
    }

    /// Unpacks all of a new zip once more, and has libzip look at it.
    private func proven(_ file: consuming DurableFile) throws -> Mended {
        let path = store.path.appending(Array("the new zip".utf8))
        let reader = try ArchiveReader.openForObjects(try file.descriptor.duplicate(), path: path)
        let damage =
            try reader.checkStructure() + reader.checkOwnTrees(progress)
            + reader.checkEntries(progress) { _ in true }
        if let first = damage.first {
            throw UserError(
                .internal, "a mended zip is not as it should be", why: first.message,
                remedy: "report this; nothing was changed")
        }
        try ForeignCheck.check(reader)
        return Mended(file: file, objects: try reader.objects())
    }

    /// Whether an error says that something is damaged, not that reading or writing failed.
    private static func isDamage(_ error: any Error) -> Bool {
        error is PatchError || (error as? UserError)?.code == .damaged
    }
}
