package import SnapshotModel

/// What restoring needs of a snapshot, wherever it is kept.
package protocol SnapshotContents: Sendable {
    /// The snapshot's record.
    var record: SnapshotRecord { get }

    /// The names in a directory of the snapshot, in any order.
    func entries(of directory: BytePath) throws -> [TreeEntry]

    /// Hands out a content piece by piece, and throws at the end if its hash is not `digest`.
    func readContent(_ digest: Digest, _ body: (Span<UInt8>) throws -> Void) throws
}
