package import LinuxSystem
package import SnapshotModel

/// What a damaged zip still holds, found out by its local headers and by unpacking all that they lead to.
///
/// Its own lists are not asked: what they say rightly is found through `ArchiveReader`.
package struct ZipSalvage: Sendable {
    /// Contents and trees, each unpacked and hashed, with their places.
    package private(set) var objects: [PlacedObject] = []
    /// Patches that are whole, though nothing may say any more which contents they make.
    package private(set) var patches: [SalvagedPatch] = []
    /// The record of a snapshot.
    package private(set) var record: SnapshotRecord?
    /// The record of a content zip.
    package private(set) var contentRecord: ContentRecord?

    /// The root's listing, where nothing but the record is lost that would name it.
    package private(set) var rootTree: Digest?
    /// When the snapshot was taken, in seconds since 1970, as the headers of the zip's own entries say.
    package private(set) var created: Int64?

    /// A patch without a line in any table.
    package struct SalvagedPatch: Sendable, Hashable {
        /// Where its bytes lie.
        package var place: ObjectPlace
        /// The content that it changes.
        package var base: Digest
    }

    /// Unpacks everything in a zip; `path` is what messages call it.
    ///
    /// - Throws: `io-error` if the file cannot be read, `interrupted` if the work is called off.
    package init(
        _ descriptor: borrowing FileDescriptor, path: BytePath,
        progress: JobProgress = JobProgress()
    ) throws(UserError) {
        let zip: ObjectFile
        let directory: CentralDirectory
        do throws(SystemError) {
            zip = ObjectFile(try descriptor.duplicate(), path: path)
            directory = try LocalHeaderScan.directory(
                of: descriptor, size: try descriptor.status().size)
        } catch {
            throw error.asUserError()
        }
        var decoder = ContentDecoder()
        var isEveryTreeThere = false
        for (index, entry) in directory.entries.enumerated() {
            try progress.checkCancelled()
            let start = directory.ends[index] - entry.packed
            if entry.isContent {
                take(content: entry, at: start, of: zip, using: &decoder)
            } else if entry.name == OwnName.trees {
                take(trees: entry, at: start, of: zip)
                if entry.modified > 0 { created = entry.modified }
                isEveryTreeThere = (try? decoder.decode(entry, at: start, of: zip) { _ in }) != nil
            } else if entry.name.starts(with: OwnName.patches) {
                take(patch: entry, at: start, of: zip, using: &decoder)
            } else if let text = Self.text(of: entry, at: start, in: zip, using: &decoder) {
                if entry.name == OwnName.record { record = try? SnapshotRecordJSON.decode(text) }
                if entry.name == OwnName.contentRecord {
                    contentRecord = try? ContentRecord(json: text)
                }
            }
        }
        if record == nil, isEveryTreeThere { rootTree = objects.topTree(in: zip) }
    }

    private mutating func take(
        content entry: ZipEntry, at start: Int64, of zip: ObjectFile,
        using decoder: inout ContentDecoder
    ) {
        // What cannot be unpacked is not there.
        guard let digest = try? decoder.decode(entry, at: start, of: zip, { _ in }) else { return }
        objects.append(
            PlacedObject(
                digest: digest,
                place: ObjectPlace(
                    form: .entry, offset: entry.headerOffset, packed: entry.packed,
                    plain: entry.plain, method: entry.method)))
    }

    private mutating func take(trees entry: ZipEntry, at start: Int64, of zip: ObjectFile) {
        guard entry.packed <= 1 << 30, let packed = try? zip.bytes(Int(entry.packed), at: start)
        else { return }
        for (tree, extent) in TreeScan.extents(in: packed) {
            objects.append(
                PlacedObject(
                    digest: tree,
                    place: ObjectPlace(
                        form: .tree, offset: start + extent.offset, packed: extent.packed,
                        plain: extent.plain, method: .deflated)))
        }
    }

    /// A patch has no digest of its own here, but its checksum says whether it is as it was.
    private mutating func take(
        patch entry: ZipEntry, at start: Int64, of zip: ObjectFile,
        using decoder: inout ContentDecoder
    ) {
        guard let bytes = Self.text(of: entry, at: start, in: zip, using: &decoder),
            let table = try? PatchTable(MemoryBytes(bytes))
        else { return }
        patches.append(
            SalvagedPatch(
                place: ObjectPlace(
                    form: .patch, offset: start, packed: entry.packed, plain: table.size,
                    method: .stored, base: table.base), base: table.base))
    }

    private static func text(
        of entry: ZipEntry, at start: Int64, in zip: ObjectFile,
        using decoder: inout ContentDecoder
    ) -> [UInt8]? {
        guard entry.plain <= 1 << 30 else { return nil }
        var text = [UInt8]()
        guard (try? decoder.decode(entry, at: start, of: zip) { text.append($0) }) != nil else {
            return nil
        }
        return text
    }
}
