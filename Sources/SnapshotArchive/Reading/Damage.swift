package import SnapshotModel

/// Something in a snapshot zip that is not as it was written.
package struct Damage: Sendable, Hashable {
    /// Which part of the zip it is in.
    package enum Kind: String, Sendable, Hashable, Codable {
        /// The central directory or a header.
        case structure
        /// The table of extents.
        case extents
        /// A tree object: what the directory held is unknown.
        case tree
        /// The content of a file.
        case content
        /// All of it: a snapshot that is to be kept is in no zip.
        case gone
        /// Nothing but the name: the zip of a snapshot that is missed is there under another one.
        case renamed
        /// All of it too, but a person deleted the snapshot because of that.
        case deleted
    }

    /// Which part of the zip it is in.
    package var kind: Kind
    /// The path in the snapshot that is lost by it, the first one where several are.
    package var path: BytePath?
    /// The tree or content that is lost by it.
    package var digest: Digest?
    /// The content that is whole in the place of the one that is lost, if there is one.
    package var other: Digest?
    /// What is wrong: lower case, no full stop.
    package var message: String

    /// Makes a finding.
    package init(_ kind: Kind, path: BytePath? = nil, digest: Digest? = nil, message: String) {
        self.kind = kind
        self.path = path
        self.digest = digest
        self.message = message
    }
}
