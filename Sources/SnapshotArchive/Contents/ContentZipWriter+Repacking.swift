package import LinuxSystem
package import SnapshotModel

extension ContentZipWriter {
    /// Contents above this size are packed piece by piece: in memory they are one piece at a time, and patches can be laid
    /// over them.
    package static let wholeLimit: Int64 = 16 << 20

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
        let saved =
            source.plain > Self.wholeLimit
            ? try repackPieces(content, source, from: reader, with: deflater, progress)
            : try repackWhole(content, source, from: reader, with: deflater)
        if let saved { return saved }
        try carry(content, from: reader, progress: progress)
        return 0
    }

    /// Adds a content that is packed in memory; `nil` if it gets no smaller.
    private mutating func repackWhole(
        _ content: Digest, _ source: ZipEntry, from reader: ArchiveReader,
        with deflater: SmallestDeflater
    ) throws -> Int64? {
        guard let packed = try pack(content, source, from: reader, with: deflater) else {
            return nil
        }
        var entry = repackedHeader(content, source)
        entry.packed = Int64(packed.count)
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

    /// Adds a content that is packed piece by piece; `nil` if it gets no smaller, or is one that never shrank.
    private mutating func repackPieces(
        _ content: Digest, _ source: ZipEntry, from reader: ArchiveReader,
        with deflater: SmallestDeflater, _ progress: JobProgress
    ) throws -> Int64? {
        guard source.method == .deflated, let pieces = SmallestPieces(deflater) else { return nil }
        var entry = repackedHeader(content, source)
        let start = output.size
        let file = output
        do {
            var bytes = [UInt8]()
            entry.appendLocalHeader(to: &bytes)
            entry.headerOffset = try output.append(bytes)
            let packer = PiecePacker(size: entry.plain, smallest: pieces) {
                try progress.checkCancelled()
                _ = try file.append($0)
            }
            try reader.readContent(content) { try packer.add($0) }
            let packed = try packer.finish()
            guard packed.packed < source.packed else {
                output.moveEnd(to: start)
                return nil
            }
            entry.packed = packed.packed
            bytes.removeAll()
            entry.appendLocalHeader(to: &bytes)
            try output.descriptor.write(bytes.span, at: entry.headerOffset)
            try check(content, entry)
            entries.append(entry)
            ExtentTable.append(
                chunks: packed.chunks, of: content, header: entry.headerOffset, to: &lines)
        } catch {
            output.moveEnd(to: start)
            throw error
        }
        return source.packed - entry.packed
    }

    private func repackedHeader(_ content: Digest, _ source: ZipEntry) -> ZipEntry {
        var entry = header(Self.name(of: content), modified: source.modified)
        entry.method = .deflated
        entry.checksum = source.checksum
        entry.plain = source.plain
        entry.digest = content
        entry.isWide = max(source.packed, source.plain) >= ZipEntry.wideSize
        return entry
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
