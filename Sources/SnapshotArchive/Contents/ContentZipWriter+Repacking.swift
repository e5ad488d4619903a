package import LinuxSystem
package import SnapshotModel

extension ContentZipWriter {
    /// Contents above this size are carried as they are: without chunks no patch could be laid over them.
    package static let repackingLimit: Int64 = 16 << 20

    /// Adds a content packed as small as it gets, or as it is where that is no larger; returns the bytes saved.
    ///
    /// It counts once it was unpacked from the new zip, as with `carry`.
    package mutating func repack(
        _ content: Digest, from reader: ArchiveReader, with deflater: SmallestDeflater,
        progress: JobProgress = JobProgress()
    ) throws -> Int64 {
        guard let index = try reader.index(of: content) else {
            throw reader.zip.damage("the content \(content.hexadecimal) is not in the zip")
        }
        let source = reader.zip.directory.entries[index]
        guard source.plain <= Self.repackingLimit,
            let packed = try pack(content, source, from: reader, with: deflater)
        else {
            try carry(content, from: reader, progress: progress)
            return 0
        }
        var entry = header(Self.name(of: content), modified: source.modified)
        entry.method = .deflated
        entry.checksum = source.checksum
        entry.packed = Int64(packed.count)
        entry.plain = source.plain
        entry.digest = content
        let start = output.size
        do {
            var bytes = [UInt8]()
            entry.appendLocalHeader(to: &bytes)
            entry.headerOffset = try output.append(bytes)
            _ = try output.append(packed)
            try check(content, entry)
        } catch {
            output.moveEnd(to: start)
            throw error
        }
        entries.append(entry)
        return source.packed - entry.packed
    }

    /// The smaller form of a content, `nil` if there is none.
    private func pack(
        _ content: Digest, _ source: ZipEntry, from reader: ArchiveReader,
        with deflater: SmallestDeflater
    ) throws -> [UInt8]? {
        guard source.packed > 1 else { return nil }
        var plain = [UInt8]()
        plain.reserveCapacity(Int(source.plain))
        try reader.readContent(content) { part in plain.append(part) }
        return deflater.deflate(plain.span, atMost: Int(source.packed) - 1)
    }
}
