package import LinuxSystem
package import SnapshotModel

/// What goes into a snapshot, depth first: item 0 is the root, every directory stands before its children, and
/// children are sorted by the bytes of their names.
package struct ArchivePlan: Sendable {
    /// The names of the snapshot with their sources.
    package var items: [ArchiveItem]
    /// Open zips that hold contents already.
    package var carriers: [ArchiveReader]
    /// Contents that are never taken from a carrier, since what it has of them is damaged.
    package var distrusted: Set<Digest>
    /// What the zip leaves to others of its store; `nil` for a zip that holds everything.
    package var stored: (any StoredObjects)?
    /// Whether this is one of several zips that a snapshot is put into: progress then goes on from zip to zip.
    package var isPart = false
    /// Sizes of contents that lost their path: a large file of such a size is most likely one that moved.
    package var movedSizes: Set<Int64> = []
    /// Where the block signatures of large files go that are packed in full, if anywhere.
    package var signing: SignatureCollector?

    /// The content before the present one, by the indices of large files that changed.
    package var predecessors: [Int: Digest] = [:]
    /// Which of those contents are condensed.
    package var condensedPredecessors: Set<Int> = []
    /// A file with more bytes of holes is saved condensed.
    package var mostHoles = TreeEntry.mostHoles
    /// Where those contents are to be had as what patches change; `nil` packs all files whole.
    package var bases: (any PatchBases)?

    /// Files of so many bytes and more are packed by all threads together, and new versions of them as patches.
    package static let largeSize: Int64 = 1 << 20

    /// Files that mean something only together, of which one at least is read.
    package var groups: [FileGroup] = []
    /// Whether the snapshot does without a file of this path by its rules.
    package var leavesOut: @Sendable (BytePath) -> Bool = { _ in false }

    /// Makes a plan from its items and the zips that their contents may come from.
    package init(
        items: [ArchiveItem], carriers: [ArchiveReader] = [], distrusted: Set<Digest> = [],
        stored: (any StoredObjects)? = nil
    ) {
        self.items = items
        self.carriers = carriers
        self.distrusted = distrusted
        self.stored = stored
    }
}

/// One name of a snapshot and where its content comes from.
package struct ArchiveItem: Sendable {
    /// What the tree is to say of it; a live file's own state replaces what the scan saw.
    package var entry: TreeEntry
    /// Its path from the root.
    package var path: BytePath
    /// The index of its directory's item; the root is its own.
    package var parent: Int
    /// Where its content comes from.
    package var source: ArchiveSource
    /// What the scan found at its path, by which it is known under another name.
    package var identity: FileIdentity?

    /// Makes an item.
    package init(
        entry: TreeEntry, path: BytePath, parent: Int, source: ArchiveSource,
        identity: FileIdentity? = nil
    ) {
        self.entry = entry
        self.path = path
        self.parent = parent
        self.source = source
        self.identity = identity
    }
}

/// Where the content of an item comes from.
package enum ArchiveSource: Sendable, Hashable {
    /// It has none, or the snapshot does without.
    case metadata
    /// It is read from the live tree.
    case live
    /// It is in the carrier of this index, under the digest that the entry names.
    case carried(carrier: Int)
    /// The store has it, and it is read only if it is not any more what its group says.
    case standing
}

/// How the reading of one live file went.
package enum ReadOutcome: Sendable, Hashable {
    /// The content is what the file held at one moment.
    case stored(status: FileStatus, content: Digest)
    /// The file kept changing; what was read last is stored.
    case torn(status: FileStatus, content: Digest)
    /// The content is what the file held at one moment, but files that belong to it kept changing.
    case parted(status: FileStatus, content: Digest)
    /// The file was gone, or no longer a file.
    case vanished
    /// So was its directory, which may have another name by now; the snapshot has the file's metadata only.
    case displaced
    /// The file could not be read; the snapshot has its metadata only.
    case unreadable(Errno)
}

extension ReadOutcome {
    /// Whether there was nothing to read under the file's path.
    var isAbsence: Bool { self == .vanished || self == .displaced }

    /// Whether the content is all that the snapshot needs of the file.
    var isWhole: Bool {
        if case .stored = self { return true }
        return false
    }

    /// What was read of the file, if anything.
    var content: Digest? {
        switch self {
        case .stored(_, let content), .torn(_, let content), .parted(_, let content): content
        case .vanished, .displaced, .unreadable: nil
        }
    }
}

/// A snapshot zip as it was written.
package struct WrittenSnapshot: Sendable {
    /// The record as the zip has it.
    package var record: SnapshotRecord
    /// The final entries by the plan's indices; `nil` for what vanished.
    package var items: [TreeEntry?]
    /// How reading went, by the indices of live items.
    package var outcomes: [Int: ReadOutcome]
    /// Where the contents and the trees are, each once.
    package var objects: [PlacedObject]
    /// Bytes of the zip.
    package var size: Int64
    /// Bytes that were compressed anew, and bytes that were copied packed.
    package var statistics: PackingStatistics
}

/// How much work a snapshot was.
package struct PackingStatistics: Sendable, Hashable {
    /// Files that were read.
    package var filesRead = 0
    /// Plain bytes that were compressed.
    package var bytesPacked: Int64 = 0
    /// Packed bytes that were copied instead.
    package var bytesCopied: Int64 = 0
    /// Packed bytes that the file system shares with the carrier instead.
    package var bytesShared: Int64 = 0

    /// Makes statistics of no work.
    package init() {}

    static func += (left: inout PackingStatistics, right: PackingStatistics) {
        left.filesRead += right.filesRead
        left.bytesPacked += right.bytesPacked
        left.bytesCopied += right.bytesCopied
        left.bytesShared += right.bytesShared
    }
}
