package import SnapshotModel

/// How much a place of an object is to be trusted.
package enum ObjectState: UInt8, Sendable, Hashable {
    /// It was written or read whole and had the right hash.
    case good
    /// Reading it failed: the content is to be taken from the live tree again.
    case bad
    /// Its zip is about to go: nothing new may lean on it.
    case doomed
}

/// Where the bytes of a content or a tree object lie.
package struct CatalogObject: Sendable, Hashable {
    /// SHA-256 of the content or of the tree's text.
    package var digest: Digest
    /// The name of the zip.
    package var zip: [UInt8]
    /// The form that the object has there.
    package var form: ObjectForm
    /// Where the local header of an entry begins; where the bytes of a tree or patch begin in the zip.
    package var offset: Int64
    /// Bytes of packed data in the zip.
    package var packed: Int64
    /// Bytes of the object itself.
    package var plain: Int64
    /// The zip's compression method: 0 stored, 8 deflated.
    package var method: UInt16
    /// The content that a patch changes.
    package var base: Digest?
    /// How much the place is to be trusted.
    package var state: ObjectState

    /// Makes a good place of an object from its parts.
    package init(
        digest: Digest, zip: [UInt8], form: ObjectForm = .entry, offset: Int64, packed: Int64,
        plain: Int64, method: UInt16, base: Digest? = nil, state: ObjectState = .good
    ) {
        self.digest = digest
        self.zip = zip
        self.form = form
        self.offset = offset
        self.packed = packed
        self.plain = plain
        self.method = method
        self.base = base
        self.state = state
    }
}

/// An object whose zip is gone or expired, so that new snapshots cannot lean on the place that was known.
package struct LostObject: Sendable, Hashable {
    /// The content or tree object.
    package var digest: Digest
    /// Whether it is a tree object.
    package var isTree: Bool

    /// Makes an object that lost its place.
    package init(digest: Digest, isTree: Bool) {
        self.digest = digest
        self.isTree = isTree
    }
}
