package import SnapshotModel

/// How a path of the newest snapshot differs from what the catalog had.
package enum CatalogChange: Sendable, Hashable {
    /// The path now is this entry; an equal one only takes over the state of its inode.
    case put(KnownEntry, at: BytePath)
    /// The path is gone, with everything below it.
    case remove(BytePath)
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
