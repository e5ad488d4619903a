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
    /// Where the object lies there.
    package var place: ObjectPlace
    /// How much the place is to be trusted.
    package var state: ObjectState

    /// Makes the row of an object that a zip holds.
    package init(_ object: PlacedObject, in zip: [UInt8], state: ObjectState = .good) {
        digest = object.digest
        self.zip = zip
        place = object.place
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
