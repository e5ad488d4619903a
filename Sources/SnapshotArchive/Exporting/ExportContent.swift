package import SnapshotModel

/// A content as an export is going to write it: what its header says, and where its packed bytes come from.
package struct ExportContent: Sendable {
    /// Where the packed bytes come from.
    enum Source: Sendable {
        /// They lie in a zip, beginning there.
        case carried(ObjectFile, start: Int64)
        /// They are packed anew, as they were to find out how many they are.
        case made
    }

    var packed: PackedContent
    var source: Source

    /// Whether it is as large as contents that are packed in chunks, and where these lie is not known.
    package var lacksChunks: Bool {
        packed.method == .deflated && packed.plain >= ArchivePlan.largeSize
            && packed.chunks.isEmpty
    }

    /// Unpacks an entry whose place is known, proves it by its digest, and takes its packed bytes for the export.
    ///
    /// `chunks` are those of a large content.
    package static func carrying(
        _ content: Digest, from file: ObjectFile, at place: ObjectPlace, chunks: [Extent],
        using decoder: inout ContentDecoder
    ) throws -> ExportContent {
        let (entry, start) = try file.entry(at: place)
        guard try decoder.decode(entry, at: start, of: file, { _ in }) == content else {
            throw file.damage(entry, "differs from its hash")
        }
        return ExportContent(
            packed: PackedContent(
                method: entry.method, checksum: entry.checksum, packed: entry.packed,
                plain: entry.plain, offset: start, chunks: chunks),
            source: .carried(file, start: start))
    }

    /// Packs a content that is given part by part, to know what its header has to say; the bytes themselves are dropped.
    package static func packing(
        _ read: ((Span<UInt8>) throws -> Void) throws -> Void
    ) throws -> ExportContent {
        let packer = PiecePacker { _ in }
        try read { try packer.add($0) }
        var packed = try packer.finish()
        // As everywhere: what does not shrink by 3 % is stored.
        if packed.packed * 100 >= packed.plain * 97 {
            (packed.method, packed.packed, packed.chunks) = (.stored, packed.plain, [])
        }
        return ExportContent(packed: packed, source: .made)
    }
}

/// Where an export takes the objects of its snapshot from.
package protocol ExportSource: TreeSource, ContentResolver {
    /// Proves a content, and says how it is going to be written.
    func exportContent(_ content: Digest) throws -> ExportContent
}
