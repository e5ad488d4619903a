package import SnapshotModel

/// What is out of the ordinary about a snapshot.
package enum SnapshotFlag: String, Codable, Sendable, Hashable, CaseIterable {
    /// It lacks something: `missing` is not 0.
    case partial
    /// Its time lies in the future.
    case future
    /// Its zip is known to be damaged.
    case damaged
    /// So much so that nobody knows what it holds: what a snapshot's record says is `nil`.
    case unreadable
}

/// Whether a snapshot is in the store's list or in `expired/`.
package enum SnapshotState: String, Codable, Sendable, Hashable, CaseIterable {
    case present, expired
}

/// One snapshot, as `list` reports it and as every action on one returns it.
package struct SnapshotItem: Codable, Sendable, Hashable {
    /// The snapshot's number.
    package var number: Int
    /// The dataset's name.
    package var dataset: String
    /// When it was taken; if it is unreadable, what the name of its zip says.
    package var created: ReportTime
    /// Why it was taken.
    package var reason: SnapshotReason?
    /// How much its zip holds.
    package var layout: SnapshotLayout
    /// The name of its zip.
    package var file: String
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
    /// Paths whose content it lacks or cannot vouch for.
    package var missing: Int?
    /// What a person calls it.
    package var label: String?
    /// Whether it never expires.
    package var pinned: Bool
    /// When an expired snapshot goes for good.
    package var expires: ReportTime?
    /// Files found under another path than in its parent.
    package var moved: Int?
    /// Entries whose metadata alone differs from its parent's.
    package var metadata: Int?
    /// The host that took it.
    package var host: String?
    /// Whether it is listed or expired.
    package var state: SnapshotState
    /// What is out of the ordinary about it.
    package var flags: [SnapshotFlag]
    /// Seconds from its sync point to the end of writing.
    package var duration: Double?
    /// The number of the snapshot it was compared with.
    package var parent: Int?

    /// Makes the value from its parts.
    package init(
        number: Int, dataset: String, created: ReportTime, reason: SnapshotReason?,
        layout: SnapshotLayout, file: String, files: Int?, bytes: Int64?, allocated: Int64,
        added: Int?, changed: Int?, removed: Int?, missing: Int?, label: String? = nil,
        pinned: Bool = false, expires: ReportTime? = nil, moved: Int?, metadata: Int?,
        host: String?, state: SnapshotState = .present, flags: [SnapshotFlag] = [],
        duration: Double?, parent: Int? = nil
    ) {
        self.number = number
        self.dataset = dataset
        self.created = created
        self.reason = reason
        self.layout = layout
        self.file = file
        self.files = files
        self.bytes = bytes
        self.allocated = allocated
        self.added = added
        self.changed = changed
        self.removed = removed
        self.missing = missing
        self.label = label
        self.pinned = pinned
        self.expires = expires
        self.moved = moved
        self.metadata = metadata
        self.host = host
        self.state = state
        self.flags = flags
        self.duration = duration
        self.parent = parent
    }
}

extension SnapshotItem {
    /// Whether nobody knows what it holds.
    package var isUnreadable: Bool { flags.contains(.unreadable) }

    /// Whether it lacks something, as far as that is known.
    package var isPartial: Bool { (missing ?? 0) > 0 }
}
