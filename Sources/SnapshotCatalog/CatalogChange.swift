package import SnapshotModel

/// How a path of the newest snapshot differs from what the catalog had.
package enum CatalogChange: Sendable, Hashable {
    /// The path now is this entry; an equal one only takes over the state of its inode.
    case put(KnownEntry, at: BytePath)
    /// The path is gone, with everything below it.
    case remove(BytePath)
}

/// How much a place of content is to be trusted.
package enum ContentState: UInt8, Sendable, Hashable {
    /// It was written or read whole and had the right hash.
    case good
    /// Reading it failed: the content is to be taken from the live tree again.
    case bad
    /// Its zip is about to go: nothing new may lean on it.
    case doomed
}

/// Where the bytes of a content lie.
package struct CatalogContent: Sendable, Hashable {
    /// SHA-256 of the plain bytes.
    package var digest: Digest
    /// The name of the zip.
    package var zip: [UInt8]
    /// Where the entry's local header starts.
    package var headerOffset: Int64
    /// Bytes of data in the zip.
    package var packed: Int64
    /// Bytes of the content.
    package var plain: Int64
    /// The zip's compression method: 0 stored, 8 deflated.
    package var method: UInt16
    /// How much the place is to be trusted.
    package var state: ContentState

    /// Makes a good place of content from its parts.
    package init(
        digest: Digest, zip: [UInt8], headerOffset: Int64, packed: Int64, plain: Int64,
        method: UInt16, state: ContentState = .good
    ) {
        self.digest = digest
        self.zip = zip
        self.headerOffset = headerOffset
        self.packed = packed
        self.plain = plain
        self.method = method
        self.state = state
    }
}

/// A zip as the catalog saw it last; one that looks otherwise is another one.
package struct CatalogZip: Sendable, Hashable {
    /// The file's name.
    package var name: [UInt8]
    /// Whether it lies in `expired/`.
    package var isExpired: Bool
    /// Bytes of the file.
    package var size: Int64
    /// The file's inode number.
    package var inode: UInt64
    /// When the file was written.
    package var modified: FileTime

    /// Makes a zip's description from what the directory and `stat` say.
    package init(name: [UInt8], isExpired: Bool, size: Int64, inode: UInt64, modified: FileTime) {
        self.name = name
        self.isExpired = isExpired
        self.size = size
        self.inode = inode
        self.modified = modified
    }
}

/// A snapshot as the catalog knows it.
package struct CatalogSnapshot: Sendable, Hashable {
    /// The snapshot's number.
    package var number: Int
    /// The zip that is the snapshot.
    package var zip: CatalogZip
    /// The snapshot's record in its JSON form.
    package var record: [UInt8]

    /// Makes a snapshot from its number, zip and record.
    package init(number: Int, zip: CatalogZip, record: [UInt8]) {
        self.number = number
        self.zip = zip
        self.record = record
    }
}
