package import SnapshotArchive
package import SnapshotModel

extension StoreObjects: ExportSource {
    /// Contents from this size on may have chunks that an export lists.
    private static let chunkedSize: Int64 = 1 << 20

    /// Proves a content, and says how it is going to be written: packed bytes are carried from where they lie, what
    /// patches make is packed anew.
    package func exportContent(_ content: Digest) throws -> ExportContent {
        try withEachCopy(of: content, isProof: true) { found in
            if found.place.form == .entry, let carried = try? carrying(content, found) {
                return carried
            }
            do {
                return try ExportContent.packing { try read(content, found, $0) }
            } catch {
                if try isLayerAvoided(content, found) { throw LayerAvoided() }
                throw error
            }
        }
    }

    private func carrying(_ content: Digest, _ found: FoundObject) throws -> ExportContent {
        var decoder = ContentDecoder()
        // Without its chunks a content is as whole, only slower to read in parts.
        let chunks =
            found.place.plain < Self.chunkedSize
            ? nil : try? found.zip.archive().extents().chunks[found.place.offset]
        return try ExportContent.carrying(
            content, from: found.zip.file, at: found.place, chunks: chunks ?? [], using: &decoder)
    }
}
