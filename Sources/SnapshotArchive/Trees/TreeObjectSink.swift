package import SnapshotModel

/// What takes the objects of new trees.
package protocol TreeObjectSink: ~Copyable {
    /// Adds an object, unless it is there already, and says its identity.
    mutating func add(_ text: [UInt8]) throws -> Digest
}
