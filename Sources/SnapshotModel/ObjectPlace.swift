/// How an entry's data is packed.
package enum PackingMethod: UInt16, Sendable, Hashable {
    /// The bytes as they are.
    case stored = 0
    /// A deflate stream (RFC 1951).
    case deflated = 8
}

/// Where in a zip an object lies.
package struct ObjectPlace: Sendable, Hashable {
    /// The form the object has there.
    package var form: ObjectForm
    /// Where the local header of an entry begins; where the bytes of a tree or patch begin in the zip.
    package var offset: Int64
    /// Bytes of the packed data, or of the whole patch.
    package var packed: Int64
    /// Bytes of the object itself.
    package var plain: Int64
    /// How the data of an entry is packed; trees are deflated, patches stored.
    package var method: PackingMethod
    /// The content that a patch changes.
    package var base: Digest?

    /// Makes a place from its parts.
    package init(
        form: ObjectForm, offset: Int64, packed: Int64, plain: Int64, method: PackingMethod,
        base: Digest? = nil
    ) {
        self.form = form
        self.offset = offset
        self.packed = packed
        self.plain = plain
        self.method = method
        self.base = base
    }
}

/// An object of a zip with its place.
package struct PlacedObject: Sendable, Hashable {
    /// SHA-256 of the content or of the tree's text.
    package var digest: Digest
    /// Where it lies.
    package var place: ObjectPlace

    /// Makes an object from its digest and place.
    package init(digest: Digest, place: ObjectPlace) {
        self.digest = digest
        self.place = place
    }
}
