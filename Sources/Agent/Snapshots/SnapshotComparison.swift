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
    /// Every path that differs, state of its inode included, in no particular order.
    private(set) var changes: [TreeChange] = []
    /// The counts of the new tree, and of its differences.
    private(set) var counts = SnapshotCounts()

    private var removed: [(path: BytePath, entry: TreeEntry)] = []
    private var added: [(path: BytePath, entry: TreeEntry)] = []
    private var removedDirectories = DirectoryTally()
    private var addedDirectories = DirectoryTally()

    /// Makes an empty comparison.
    init() {}

    /// Takes in one path that is in either tree or in both.
    mutating func add(path: BytePath, before: KnownEntry?, after: KnownEntry?) {
        if let after { countPresence(of: after.entry) }
        guard before != after else { return }
        changes.append(TreeChange(path: path, before: before, after: after))
        switch (before?.entry, after?.entry) {
        case (let before?, nil):
            removedDirectories.add(path, isDirectory: before.kind == .directory)
            if before.kind != .directory { removed.append((path, before)) }
        case (nil, let after?):
            addedDirectories.add(path, isDirectory: after.kind == .directory)
            if after.kind != .directory { added.append((path, after)) }
        case (let before?, let after?):
            countDifference(path: path, before: before, after: after)
        case (nil, nil):
            break
        }
    }

    /// Pairs removed and added files of equal content as moves; to be called once, last.
    mutating func finish() {
        var origins: [ContentIdentity: Int] = [:]
        for (_, entry) in removed {
            guard entry.size > 0, let content = entry.contentIdentity else { continue }
            origins[content, default: 0] += 1
        }
        for (_, entry) in added {
            guard entry.size > 0, let content = entry.contentIdentity,
                let left = origins[content], left > 0
            else { continue }
            origins[content] = left - 1
            counts.moved += 1
        }
        counts.added += added.count - counts.moved + addedDirectories.emptyCount
        counts.removed += removed.count - counts.moved + removedDirectories.emptyCount
        added = []
        removed = []
        addedDirectories = DirectoryTally()
        removedDirectories = DirectoryTally()
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
            if before.kind != .directory { removed.append((path, before)) }
            if after.kind != .directory { added.append((path, after)) }
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

    var emptyCount: Int { directories.count { !holders.contains($0) } }
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
