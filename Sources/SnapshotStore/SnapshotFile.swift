internal import LinuxSystem
internal import SnapshotCatalog
internal import SnapshotModel

/// A zip of the store that is a snapshot, as the listing found it.
struct SnapshotFile: Hashable, Sendable {
    var name: [UInt8]
    var isExpired: Bool
    var status: FileStatus
    /// What the zip says of itself; of a damaged one, what its name says.
    var record: SnapshotRecord
    /// Why the zip cannot be read, if it cannot.
    var damage: String?

    var number: Int { record.number }

    /// Whether it is neither expired nor damaged: such snapshots alone count as kept.
    var isSound: Bool { !isExpired && damage == nil }

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
