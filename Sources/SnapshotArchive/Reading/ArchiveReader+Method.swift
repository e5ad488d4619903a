package import SnapshotModel

extension ArchiveReader {
    /// How the zip packs a content, `nil` if it does not hold it.
    package func method(of content: Digest) throws(UserError) -> PackingMethod? {
        try index(of: content).map { entries[$0].method }
    }
}
