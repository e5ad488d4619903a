package import SnapshotModel

/// What a store has already, and a zip that leans on it need not hold.
///
/// Any number of threads may ask at once.
package protocol StoredObjects: Sendable {
    /// Whether a content or a tree lies whole in a zip that the new one may lean on.
    func holds(_ object: Digest) throws -> Bool
}
