package import LinuxSystem
package import SnapshotModel

extension ContentZipWriter {
    /// Copies a content with its packed data as it is; it counts once it was unpacked from the new zip.
    ///
    /// Throws `damaged` if the copy does not have the digest: the zip is as it was before then.
    package mutating func carry(
        _ content: Digest, from reader: ArchiveReader, progress: JobProgress = JobProgress()
    ) throws {
        guard let index = try reader.index(of: content) else {
            throw reader.zip.damage("the content \(content.hexadecimal) is not in the zip")
        }
        let source = reader.zip.directory.entries[index]
        var entry = header(Self.name(of: content), modified: source.modified)
        entry.method = source.method
        entry.checksum = source.checksum
        entry.packed = source.packed
        entry.plain = source.plain
        entry.digest = content
        entry.isWide = max(source.packed, source.plain) >= ZipEntry.wideSize
        let start = output.size
        do {
            var bytes = [UInt8]()
            entry.appendLocalHeader(to: &bytes)
            entry.headerOffset = try output.append(bytes)
            let offset = output.reserve(entry.packed)
            try copy(
                reader, at: try reader.zip.dataOffset(of: index), to: offset, entry.packed,
                progress)
            try check(content, entry)
        } catch {
            output.moveEnd(to: start)
            throw error
        }
        entries.append(entry)
        if let chunks = try? reader.extents().chunks[source.headerOffset] {
            ExtentTable.append(
                chunks: chunks, of: content, header: entry.headerOffset, to: &lines)
        }
    }

    /// Copies a patch as it is; `check` applies it to its base and throws if the content does not come out.
    package mutating func carryPatch(
        of content: Digest, from reader: ArchiveReader, progress: JobProgress = JobProgress(),
        check: (ObjectFile, ObjectPlace) throws -> Void
    ) throws {
        guard let place = try reader.place(of: content), place.form == .patch else {
            throw reader.zip.damage("the patch of \(content.hexadecimal) is not in the zip")
        }
        let bytes = try reader.zip.bytes(Int(place.packed), at: place.offset)
        try addPatch(bytes, of: content, plain: place.plain, base: place.base, check: check)
    }

    /// Adds the bytes of a patch; `check` applies it to its base and throws if the content does not come out.
    package mutating func addPatch(
        _ bytes: [UInt8], of content: Digest, plain: Int64, base: Digest?,
        check: (ObjectFile, ObjectPlace) throws -> Void
    ) throws {
        var entry = header(OwnName.patch(number: patchCount + 1))
        entry.plain = Int64(bytes.count)
        entry.packed = entry.plain
        entry.checksum = CRC32.checksum(of: bytes.span)
        entry.digest = SHA256.digest(of: bytes)
        let start = output.size
        do {
            var local = [UInt8]()
            entry.appendLocalHeader(to: &local)
            entry.headerOffset = try output.append(local)
            let offset = try output.append(bytes)
            try check(
                file,
                ObjectPlace(
                    form: .patch, offset: offset, packed: entry.packed, plain: plain,
                    method: .stored, base: base))
        } catch {
            output.moveEnd(to: start)
            throw error
        }
        patchCount += 1
        entries.append(entry)
        ExtentTable.append(
            "patch", content, header: entry.headerOffset,
            Extent(offset: 0, packed: entry.packed, plain: plain), base: base, to: &lines)
    }

    /// Copies packed data by steps between which the work can be called off.
    private func copy(
        _ reader: ArchiveReader, at source: Int64, to offset: Int64, _ count: Int64,
        _ progress: JobProgress
    ) throws {
        var done: Int64 = 0
        while done < count {
            try progress.checkCancelled()
            let part = min(count - done, 8 << 20)
            try output.descriptor.copyRange(
                from: reader.zip.file, at: source + done, to: offset + done, count: part)
            done += part
        }
    }

    /// Unpacks an entry of the new zip and compares it with its digest.
    mutating func check(_ content: Digest, _ entry: ZipEntry) throws {
        let place = ObjectPlace(
            form: .entry, offset: entry.headerOffset, packed: entry.packed, plain: entry.plain,
            method: entry.method)
        try file.readContent(content, at: place, using: &decoder) { _ in }
    }

    /// The name of a content in a content zip.
    static func name(of content: Digest) -> [UInt8] {
        Array("contents/\(content.hexadecimal)".utf8)
    }
}
