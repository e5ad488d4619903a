internal import LinuxSystem
package import SnapshotModel

extension ArchiveReader {
    /// The content of the entry whose local header begins at `header`, for reads at any place.
    ///
    /// Every thread opens its own. Files of less than a megabyte are unpacked whole.
    package func contentBytes(atHeader header: Int64) throws(UserError) -> any ContentBytes {
        guard let index = zip.directory.entries.firstIndex(where: { $0.headerOffset == header })
        else { throw zip.damage("no entry begins at \(header)") }
        return try contentBytes(index)
    }

    /// The content with this digest, for reads at any place.
    package func contentBytes(_ content: Digest) throws(UserError) -> any ContentBytes {
        guard let index = try index(of: content) else {
            throw zip.damage("the content \(content.hexadecimal) is not in the zip")
        }
        return try contentBytes(index)
    }

    private func contentBytes(_ index: Int) throws(UserError) -> any ContentBytes {
        let entry = zip.directory.entries[index]
        let isChunked = entry.method == .deflated && entry.plain >= PackingJob.largeSize
        let chunks = isChunked ? try extents().chunks[entry.headerOffset] ?? [] : []
        return try ChunkedBytes(index, of: zip, chunks: chunks)
    }

    /// Bytes of the zip as they lie there, such as a patch.
    package func bytes(at offset: Int64, count: Int64) throws(UserError) -> any ContentBytes {
        guard offset >= 0, count >= 0, count <= zip.status.size - offset else {
            throw zip.damage("a range lies outside the file")
        }
        return ZipRange(zip, offset: offset, size: count)
    }
}

/// A range of a zip's bytes.
private final class ZipRange: ContentBytes {
    let size: Int64
    private let zip: ZipFile
    private let offset: Int64

    init(_ zip: ZipFile, offset: Int64, size: Int64) {
        self.zip = zip
        self.offset = offset
        self.size = size
    }

    func read(_ count: Int, at offset: Int64, into buffer: inout [UInt8]) throws {
        guard count >= 0, offset >= 0, Int64(count) <= size - offset else {
            throw PatchError.range
        }
        try zip.read(count, at: self.offset + offset, into: &buffer)
    }
}
