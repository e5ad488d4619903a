import SnapshotModel

/// One path that differs between the newest snapshot and the one being made.
struct TreeChange: Sendable, Hashable {
    /// The path from the dataset's root.
    var path: BytePath
    /// What the newest snapshot has there, if anything.
    var before: KnownEntry?
    /// What the new snapshot has there, if anything.
    var after: KnownEntry?
}

/// Compares two trees and counts what differs, as `list` shows it.
struct SnapshotComparison: Sendable {
    /// Every path that differs, state of its inode included, in no particular order, if they are kept.
    private(set) var changes: [TreeChange] = []
    /// The counts of the new tree, and of its differences.
    private(set) var counts = SnapshotCounts()

    private let keepsChanges: Bool
    private var moves = MoveTally()
    private var removedDirectories = DirectoryTally()
    private var addedDirectories = DirectoryTally()

    /// Makes an empty comparison; one that does not keep the changes holds some bytes of each file.
    init(keepsChanges: Bool = true) {
        self.keepsChanges = keepsChanges
    }

    /// Takes in one path that is in either tree or in both.
    mutating func add(path: BytePath, before: KnownEntry?, after: KnownEntry?) {
        if let after { countPresence(of: after.entry) }
        guard before != after else { return }
        if keepsChanges { changes.append(TreeChange(path: path, before: before, after: after)) }
        switch (before?.entry, after?.entry) {
        case (let before?, nil):
            removedDirectories.add(path, isDirectory: before.kind == .directory)
            if before.kind != .directory { moves.remove(before) }
        case (nil, let after?):
            addedDirectories.add(path, isDirectory: after.kind == .directory)
            if after.kind != .directory { moves.add(after) }
        case (let before?, let after?):
            countDifference(path: path, before: before, after: after)
        case (nil, nil):
            break
        }
    }

    /// Takes in what another comparison of other paths has.
    mutating func add(_ other: SnapshotComparison) {
        changes += other.changes
        counts.files += other.counts.files
        counts.directories += other.counts.directories
        counts.bytes += other.counts.bytes
        counts = counts.withDifferences(of: other.counts)
        moves.add(other.moves)
        removedDirectories.add(other.removedDirectories)
        addedDirectories.add(other.addedDirectories)
    }

    /// Counts directories that came or went with nothing in them, of those that were taken in since the last time.
    ///
    /// To be called where no directory is parted from the names that it holds.
    mutating func settleDirectories() {
        counts.added += addedDirectories.emptyCount
        counts.removed += removedDirectories.emptyCount
        addedDirectories = DirectoryTally()
        removedDirectories = DirectoryTally()
    }

    /// Pairs removed and added files of equal content as moves; to be called once, last.
    mutating func finish() {
        settleDirectories()
        counts.moved += moves.count
        counts.added += moves.addedCount - moves.count
        counts.removed += moves.removedCount - moves.count
        moves = MoveTally()
    }

    private mutating func countPresence(of entry: TreeEntry) {
        if entry.kind == .directory {
            counts.directories += 1
        } else {
            counts.files += 1
            counts.bytes += entry.size
        }
    }

    private mutating func countDifference(path: BytePath, before: TreeEntry, after: TreeEntry) {
        guard before.kind == after.kind else {
            if before.kind != .directory { moves.remove(before) }
            if after.kind != .directory { moves.add(after) }
            addedDirectories.add(path, isDirectory: after.kind == .directory)
            return
        }
        if after.kind == .directory {
            // A directory's time moves with every entry made in it: only what a person set counts.
            if before.mode != after.mode || before.uid != after.uid || before.gid != after.gid
                || before.attributes != after.attributes
            {
                counts.metadata += 1
            }
        } else if before.contentIdentity != after.contentIdentity || before.size != after.size
            || before.target != after.target || before.missing != after.missing
            || before.device != after.device
        {
            counts.changed += 1
        } else if !before.equalsIgnoringPlace(after) {
            counts.metadata += 1
        }
    }
}

/// Directories that came or went with nothing in them: each counts like a file, the others by what they hold.
private struct DirectoryTally: Sendable {
    private var directories: [BytePath] = []
    private var holders: Set<BytePath> = []

    mutating func add(_ path: BytePath, isDirectory: Bool) {
        if isDirectory { directories.append(path) }
        if let parent = path.parent { holders.insert(parent) }
    }

    mutating func add(_ other: DirectoryTally) {
        directories += other.directories
        holders.formUnion(other.holders)
    }

    var emptyCount: Int { directories.count { !holders.contains($0) } }
}

extension SnapshotCounts {
    /// These with other differences added; the totals stay.
    fileprivate func withDifferences(of other: SnapshotCounts) -> SnapshotCounts {
        var sum = self
        sum.added += other.added
        sum.changed += other.changed
        sum.removed += other.removed
        sum.moved += other.moved
        sum.metadata += other.metadata
        return sum
    }
}

extension TreeEntry {
    /// Whether both entries restore alike: the tree digest and the identity of hard links do not matter.
    func equalsIgnoringPlace(_ other: TreeEntry) -> Bool {
        var mine = self
        var theirs = other
        mine.tree = nil
        theirs.tree = nil
        if let left = mine.linkGroup, let right = theirs.linkGroup, left.count == right.count {
            mine.linkGroup = nil
            theirs.linkGroup = nil
        }
        return mine == theirs
    }
}
