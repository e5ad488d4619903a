internal import LinuxSystem
internal import SnapshotCatalog
internal import SnapshotModel

/// A zip of the store that is a snapshot, as the listing found it.
struct SnapshotFile: Hashable, Sendable {
    var name: [UInt8]
    var place: ZipPlace
    var status: FileStatus
    /// What the zip says of itself; of a damaged one, what its name says.
    var record: SnapshotRecord
    /// Why the zip cannot be read, if it cannot.
    var damage: String?

    var number: Int { record.number }

    /// Whether the snapshot is not kept: its zip may lie in `base/` all the same.
    var isExpired: Bool { place != .main }

    /// Whether it is neither expired nor damaged: such snapshots alone count as kept.
    var isSound: Bool { !isExpired && damage == nil }

    /// Whether the snapshot may lean on other zips; of one that cannot be read nobody knows.
    var mayLean: Bool {
        record.layout == .incremental
            || damage != nil && SnapshotFileName(name)?.isIncremental != false
    }

    /// The zip in the catalog's terms.
    var catalogZip: CatalogZip {
        CatalogZip(
            name: name, place: isExpired ? .expired : .main, size: status.size,
            inode: status.inode, modified: status.modified)
    }

    /// Whether a zip looks as it did, wherever it lies now.
    func isSame(as zip: CatalogZip) -> Bool {
        name == zip.name && status.size == zip.size && status.inode == zip.inode
            && status.modified == zip.modified
    }
}

/// A zip whose objects snapshots may need, though it is itself none that is listed.
struct ObjectZip: Hashable, Sendable {
    /// What it is.
    enum Kind: Hashable, Sendable {
        /// A content zip, made for nothing but its objects; contents in it may be as small as they get.
        case content(isPacked: Bool)
        /// The zip of a snapshot whose time of grace is over: the snapshot's identity and number.
        case gone(id: String, number: Int)
    }

    var name: [UInt8]
    var place: ZipPlace
    var status: FileStatus
    var kind: Kind
    /// The root of the trees of which it is a copy, if that is what it is for.
    var trees: Digest?
    /// Why the zip cannot be read, if it cannot.
    var damage: String?
}
