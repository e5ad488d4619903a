package import LinuxSystem
package import SnapshotModel

/// A snapshot of a store with what people and the agent said about it.
package struct StoredSnapshot: Hashable, Sendable {
    /// What the snapshot says of itself; if it is damaged, what its file's name says.
    package var record: SnapshotRecord
    /// The name of its zip.
    package var fileName: [UInt8]
    /// Its zip's path.
    package var path: BytePath
    /// Where in the store its zip lies.
    package var place: ZipPlace
    /// What the file system says of its zip.
    package var status: FileStatus
    /// Its label, if it has one.
    package var label: String?
    /// Whether it is kept whatever the policy says.
    package var isPinned: Bool
    /// Why its zip cannot be read, if it cannot.
    package var damage: String?
    /// When it expired, if it did.
    package var expired: FileTime?
    /// When it goes for good at the earliest, if it expired.
    package var goes: FileTime?

    /// The snapshot's number.
    package var number: Int { record.number }

    /// Whether it was pruned or deleted and waits in `expired/`.
    package var isExpired: Bool { expired != nil }
}

/// A zip in the store that is not one of its snapshots: it is left alone.
package struct ForeignFile: Hashable, Sendable {
    /// The file's name.
    package var name: [UInt8]
    /// Why it does not count.
    package var reason: String
}
