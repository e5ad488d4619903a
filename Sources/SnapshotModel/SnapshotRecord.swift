/// Why a snapshot was taken.
package enum SnapshotReason: String, Sendable, Hashable, Codable, CaseIterable {
    case startup, change, timer, manual, restore
    case beforeRestore = "before-restore"
    case `import` = "import"
}

/// How much of a snapshot its zip holds.
package enum SnapshotLayout: String, Sendable, Hashable, Codable {
    /// The zip holds every file.
    case complete
    /// The zip holds only content that no earlier good zip of the store has.
    case incremental
}

/// A path of a snapshot whose content it lacks or cannot vouch for.
package struct MissingItem: Sendable, Hashable {
    /// The path from the dataset's root.
    package var path: BytePath
    /// What is wrong.
    package var reason: MissingReason
    /// The system's words for it, such as `permission denied`.
    package var detail: String

    /// Makes an item from a path, what is wrong with it and the system's words.
    package init(path: BytePath, reason: MissingReason, detail: String) {
        self.path = path
        self.reason = reason
        self.detail = detail
    }
}

extension MissingItem {
    private static let displacement = "its directory was moved or removed while it was read"

    /// A file that could not be read because its directory was no longer where it had been listed.
    package static func displaced(_ path: BytePath) -> MissingItem {
        MissingItem(path: path, reason: .unreadable, detail: displacement)
    }

    /// Whether it is such a file: the next snapshot has it, or its directory was removed.
    package var isDisplaced: Bool { detail == Self.displacement }
}

/// What a snapshot holds and how it differs from the one before it.
package struct SnapshotCounts: Sendable, Hashable, Codable {
    /// Names that are not directories.
    package var files = 0
    /// Directories, the root included.
    package var directories = 0
    /// Sum of the sizes of regular files.
    package var bytes: Int64 = 0
    /// Paths that the parent does not have, of anything but directories.
    package var added = 0
    /// Files with other content than in the parent.
    package var changed = 0
    /// Paths of the parent that are gone, of anything but directories.
    package var removed = 0
    /// Files of equal content found under another path: neither added nor removed.
    package var moved = 0
    /// Entries whose metadata alone differs.
    package var metadata = 0

    /// Makes counts of nothing.
    package init() {}

    /// Whether nothing differs from the parent.
    package var nothingChanged: Bool {
        added == 0 && changed == 0 && removed == 0 && moved == 0 && metadata == 0
    }
}

/// The content of `.snapagent/snapshot.json`: what a snapshot is, where it came from and what it lacks.
package struct SnapshotRecord: Sendable, Hashable {
    /// The version of the store format that the zip follows.
    package var format = 1
    /// A random identity, 32 hexadecimal digits; labels and pins refer to it.
    package var id = ""
    /// The snapshot's number; order in a store is by it, never by time.
    package var number = 0
    /// The UUID of the store it was made for.
    package var store = ""
    /// The dataset's name.
    package var dataset = ""
    /// The host that made it.
    package var host = ""
    /// The absolute path of the directory it shows.
    package var root = BytePath.root
    /// When its sync point was.
    package var created = FileTime(seconds: 0)
    /// Seconds that local time was ahead of UTC then.
    package var utcOffset = 0
    /// The root's own attributes, named "", with the root tree in `tree`.
    package var rootEntry = TreeEntry(
        name: [], kind: .directory, mode: 0o755, uid: 0, gid: 0,
        modified: FileTime(seconds: 0))
    /// The number of the snapshot it was compared with.
    package var parent: Int?
    /// Why it was taken.
    package var reason = SnapshotReason.change
    /// How much its zip holds.
    package var layout = SnapshotLayout.complete
    /// What it holds and how it differs from its parent.
    package var counts = SnapshotCounts()
    /// Nanoseconds from the sync point to the end of writing.
    package var duration: Int64 = 0
    /// What it lacks or cannot vouch for: reasons other than `tooLarge` make it partial.
    package var missing: [MissingItem] = []
    /// The exclude patterns that were in force, of the configuration.
    package var excludes: [String] = []
    /// Names of the users and groups in the tree, by number.
    package var users: [UInt32: String] = [:]
    /// Names of the groups in the tree, by number.
    package var groups: [UInt32: String] = [:]

    /// Makes an empty record.
    package init() {}

    /// The root tree's digest.
    package var rootTree: Digest? { rootEntry.tree }

    /// Whether nothing is missing but what the configuration left out by size.
    package var isWhole: Bool { missing.allSatisfy { $0.reason == .tooLarge } }

    /// How many items are missing, those left out by size not counted.
    package var missingCount: Int { missing.count { $0.reason != .tooLarge } }
}
