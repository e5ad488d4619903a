package import LinuxSystem
package import SnapshotModel

/// A number of files and their bytes.
package struct RestoreTally: Sendable, Hashable {
    /// Names that are not directories.
    package var files = 0
    /// The bytes of the regular files among them.
    package var bytes: Int64 = 0

    /// Makes a tally.
    package init(files: Int = 0, bytes: Int64 = 0) {
        self.files = files
        self.bytes = bytes
    }

    mutating func add(_ size: Int64) {
        files += 1
        bytes = bytes.addingSaturated(size)
    }

    mutating func remove(_ size: Int64) {
        files -= 1
        bytes = max(0, bytes - size)
    }
}

/// What a restore does, in numbers; directories are not counted.
package struct RestoreCounts: Sendable, Hashable {
    /// Names that are not there.
    package var create = RestoreTally()
    /// Names that are there with other content.
    package var overwrite = RestoreTally()
    /// Names that are there with other content, changed after the snapshot.
    package var overwriteNewer = RestoreTally()
    /// Names that the snapshot does not have, to be removed.
    package var delete = RestoreTally()
    /// Names that need nothing.
    package var same = RestoreTally()
    /// Names with the right content whose mode, owner, time or attributes are set.
    package var adjust = RestoreTally()
    /// Names left as they are because they were changed after the snapshot.
    package var keptNewer = RestoreTally()

    /// Makes counts of nothing.
    package init() {}
}

/// What is done with one name.
package enum RestoreAction: Sendable, Hashable {
    /// There is nothing of that name.
    case create
    /// Something else is there and is replaced.
    case overwrite
    /// The content is right, but not the mode, owner, time or attributes.
    case adjust
    /// Nothing.
    case same
}

/// One name of a snapshot and what is done with it.
package struct RestoreItem: Sendable, Hashable {
    /// What the snapshot says of it.
    package var entry: TreeEntry
    /// Where it goes, from the target's root.
    package var path: BytePath
    /// What is done.
    package var action: RestoreAction
    /// What is there now, `nil` for nothing.
    package var existing: EntryKind?
    /// Whether the snapshot knows all attributes that it had, so that others may go.
    package var hasAllAttributes = true
    /// The inode of what is there, where it or the snapshot's has several names.
    package var inode: FileIdentity?
    /// Whether it is a directory on the way to something wanted, and only made if it is not there.
    package var isPassing = false

    /// Makes an item.
    package init(
        entry: TreeEntry, path: BytePath, action: RestoreAction, existing: EntryKind? = nil,
        isPassing: Bool = false
    ) {
        self.entry = entry
        self.path = path
        self.action = action
        self.existing = existing
        self.isPassing = isPassing
    }
}

/// One name that is removed.
package struct RestoreDeletion: Sendable, Hashable {
    /// The path from the target's root.
    package var path: BytePath
    /// What is there.
    package var kind: EntryKind
    /// The bytes of a regular file.
    package var size: Int64

    /// Makes a deletion.
    package init(path: BytePath, kind: EntryKind, size: Int64) {
        self.path = path
        self.kind = kind
        self.size = size
    }
}

/// A file that was changed after the snapshot.
package struct NewerFile: Sendable, Hashable {
    /// The path from the target's root.
    package var path: BytePath
    /// When it was changed.
    package var modified: FileTime
    /// Whether it stays as it is.
    package var isKept: Bool
}

/// Everything that a restore will do, found out before anything is changed.
package struct RestorePlan: Sendable {
    /// What the target's root is at the moment.
    package enum TargetState: Sendable, Hashable {
        /// There is nothing of that name.
        case missing
        /// A directory that holds nothing.
        case empty
        /// A directory that holds something, or one that cannot be exchanged.
        case filled
    }

    /// The target's root, as it was given.
    package var target: BytePath
    /// What is there.
    package var targetState = TargetState.filled
    /// What the root itself shall look like; `nil` to leave it alone.
    package var rootEntry: TreeEntry?
    /// Whether mode, owner or attributes of the root are not what they shall be.
    package var adjustsRoot = false
    /// Whether the snapshot knows all attributes of the root.
    package var hasAllRootAttributes = true
    /// What is restored, each directory before what it holds.
    package var items: [RestoreItem] = []
    /// What is removed, each directory after what it holds.
    package var deletions: [RestoreDeletion] = []
    /// The numbers for the preview.
    package var counts = RestoreCounts()
    /// Files changed after the snapshot that would be replaced or are kept.
    package var newer: [NewerFile] = []
    /// Files that hold something else under the size and time that the snapshot knows.
    package var disguised: Set<BytePath> = []
    /// What stood under the names that are replaced or removed, and under those that share an inode.
    package var found: [BytePath: FoundState] = [:]
    /// What cannot be restored, as far as that can be said before.
    package var problems: [RestoreFailure] = []
    /// Names in the target that the snapshot does not have and that stay.
    package var extras = RestoreTally()
    /// Bytes that are written.
    package var needs: Int64 = 0
    /// Which names become hard links of others.
    var links = LinkGroups()
    /// Bytes free on the target's file system.
    package var free: Int64 = 0

    /// Makes an empty plan.
    package init(target: BytePath) {
        self.target = target
    }

    /// Whether everything is as in the snapshot already.
    package var changesNothing: Bool {
        deletions.isEmpty && targetState != .missing && !adjustsRoot
            && items.allSatisfy { $0.action == .same }
    }

    /// Whether something that is there is lost, so that a person should be asked.
    package var replacesSomething: Bool {
        counts.overwrite.files + counts.overwriteNewer.files + counts.delete.files > 0
            || !deletions.isEmpty
    }
}
