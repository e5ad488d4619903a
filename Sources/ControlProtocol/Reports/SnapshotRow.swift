package import SnapshotModel

/// What a line of `list` shows of a snapshot.
package struct SnapshotRow: Sendable, Hashable {
    /// The snapshot's number.
    package var number: Int
    /// When it was taken, in seconds.
    package var created: FileTime
    /// Why it was taken.
    package var reason: SnapshotReason?
    /// How much its zip holds.
    package var layout: SnapshotLayout
    /// Names in it that are not directories.
    package var files: Int?
    /// Sum of the sizes of its regular files.
    package var bytes: Int64?
    /// Bytes that its zip takes on the disk.
    package var allocated: Int64
    /// Paths that its parent lacks.
    package var added: Int?
    /// Files with other content than in its parent.
    package var changed: Int?
    /// Paths that only its parent has.
    package var removed: Int?
    /// Files found under another path than in its parent.
    package var moved: Int?
    /// Entries whose metadata alone differs from its parent's.
    package var metadata: Int?
    /// Paths whose content it lacks or cannot vouch for.
    package var missing: Int?
    /// Seconds from its sync point to the end of writing.
    package var duration: Double?
    /// What a person calls it.
    package var label: String?
    /// Whether it never expires.
    package var pinned: Bool
    /// When an expired snapshot goes for good, in seconds.
    package var expires: FileTime?
    /// Whether it is listed or expired.
    package var state: SnapshotState
    /// What is out of the ordinary about it.
    package var flags: [SnapshotFlag]

    /// What a line shows of a snapshot's report.
    package init(_ item: SnapshotItem) {
        number = item.number
        created = FileTime(seconds: item.created.time.seconds)
        reason = item.reason
        layout = item.layout
        files = item.files
        bytes = item.bytes
        allocated = item.allocated
        added = item.added
        changed = item.changed
        removed = item.removed
        moved = item.moved
        metadata = item.metadata
        missing = item.missing
        duration = item.duration
        label = item.label
        pinned = item.pinned
        expires = item.expires.map { FileTime(seconds: $0.time.seconds) }
        state = item.state
        flags = item.flags
    }
}

extension SnapshotRow {
    /// Whether nobody knows what it holds.
    package var isUnreadable: Bool { flags.contains(.unreadable) }
}
