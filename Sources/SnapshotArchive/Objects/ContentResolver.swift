package import SnapshotModel

/// Finds the bytes of a content: in the snapshot's own zip, or in others that it leans on.
package protocol ContentResolver: Sendable {
    /// Gives `body` the content in order, part by part, and throws if it does not have the digest.
    func readContent(_ content: Digest, _ body: (Span<UInt8>) throws -> Void) throws
}

/// A complete snapshot's zip has everything itself.
extension ArchiveReader: ContentResolver {}
