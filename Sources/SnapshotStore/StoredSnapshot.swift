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
    /// What it shows and no zip has any more.
    package var lost: [LostItem] = []

    /// The snapshot's number.
    package var number: Int { record.number }

    /// Whether its record is lost, so that nobody knows what it holds.
    package var isUnreadable: Bool { record.id.isEmpty }

    /// Whether it was pruned or deleted and waits in `expired/`.
    package var isExpired: Bool { expired != nil }

    /// What it lacks or cannot vouch for: since it was made, or because the store lost it.
    package var missing: [MissingItem] { record.missing + lost.map(\.missing) }

    /// Whether nothing is missing but what the configuration left out by size.
    package var isWhole: Bool { record.isWhole && lost.isEmpty }

    /// How many items are missing, those left out by size not counted.
    package var missingCount: Int { record.missingCount + lost.count }
}

/// A zip in the store that is not one of its snapshots: it is left alone.
package struct ForeignFile: Hashable, Sendable {
    /// The file's name.
    package var name: [UInt8]
    /// Why it does not count.
    package var reason: String
}
