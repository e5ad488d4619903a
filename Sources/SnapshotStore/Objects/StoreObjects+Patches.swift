package import SnapshotArchive
package import SnapshotModel

extension StoreObjects {
    /// The bytes of a content for reads at any place, which are not compared with its digest.
    package func contentBytes(of content: Digest) throws -> any ContentBytes {
        throw Self.damage(content, why: "patches cannot be read yet")
    }

    func readPatched(
        _ content: Digest, _ found: FoundObject, _ body: (Span<UInt8>) throws -> Void
    ) throws {
        throw Self.damage(content, why: "patches cannot be read yet")
    }
}
