package import LinuxSystem
package import SnapshotModel

/// Finds out what a tree holds now, with as little reading as the known tree allows.
///
/// Content is never read here, and neither FIFO, socket nor device is ever opened.
package struct TreeScanner: Sendable {
    /// What is taken in and what is left out.
    package let rules: ScanRules

    /// A directory known to have more names than this is not listed for the sake of a few.
    var largeDirectory = 4_096

    /// Makes a scanner.
    package init(rules: ScanRules) {
        self.rules = rules
    }

    /// Opens the root of a tree, which must be a directory; symbolic links to it are followed.
    package static func openRoot(_ path: BytePath) throws(SystemError) -> FileDescriptor {
        try FileDescriptor.open(path, [.readOnly, .directory])
    }

    /// Scans the tree below `root`.
    ///
    /// - Parameters:
    ///   - scope: Which directories are listed from disk.
    ///   - root: The tree's root, open for reading.
    ///   - known: What the newest snapshot holds.
    ///   - lastScan: When the scan behind `known` began; without it nothing counts as unchanged.
    ///   - limit: How large the tree may be.
    ///   - progress: Counts the files found, and stops the scan if it is cancelled.
    /// - Returns: Everything the tree holds, also where it was taken from `known`.
    /// - Throws: If the root cannot be listed, `known` cannot be read or the scan is cancelled, and `TreeExceedsLimit`.
    package func scan(
        _ scope: ScanScope, root: borrowing FileDescriptor, known: any KnownTree,
        lastScan: FileTime?, limit: ScanLimit? = nil, progress: JobProgress? = nil
    ) throws -> ScannedTree {
        var dirty: DirtySelection?
        var listedTrees: Set<BytePath> = []
        var trustsCache = true
        var inodes: Set<UInt64> = []
        var suspects: [BytePath: NameSelection] = [:]
        switch scope {
        case .everything(let trust): trustsCache = trust
        case .directories(let directories, let trees, let numbers):
            let wanted = trees.union(directories.keys)
            dirty = DirtySelection(Set(try settled(wanted, root: root).keys))
            listedTrees = trees
            inodes = numbers
            suspects = directories
        }
        var walk = TreeWalk(
            rules: rules, dirty: dirty, trees: listedTrees, rootStatus: try Self.status(of: root),
            known: known, change: ChangeRule(lastScan: lastScan, trustsCache: trustsCache),
            progress: progress)
        walk.limit = limit
        walk.note(inodes)
        for (directory, names) in suspects { try walk.noteFormer(of: directory, names) }
        try walk.run(root: root)
        return walk.result
    }

    /// Finds out what changed, at a cost that follows what is dirty and not what the tree holds.
    ///
    /// Together with the known tree the result says what a scan of everything would, as far as `dirty` names all that
    /// changed. A directory that is new, or another one than before, is walked whole.
    /// - Parameters:
    ///   - dirty: What is looked at.
    ///   - root: The tree's root, open for reading.
    ///   - known: What the newest snapshot holds.
    ///   - lastScan: When the scan behind `known` began; without it nothing counts as unchanged.
    ///   - portions: Takes all but the last of the changes while the scan goes on.
    ///   - progress: Counts the files found, and stops the scan if it is cancelled.
    /// - Returns: The paths at which something differs from `known`, or whose content must be read.
    /// - Throws: If the root cannot be listed, `known` cannot be read or the scan is cancelled.
    package func scanChanges(
        _ dirty: DirtyNames, root: borrowing FileDescriptor, known: any KnownTree,
        lastScan: FileTime?, portions: ScanPortions? = nil, progress: JobProgress? = nil
    ) throws -> ScannedChanges {
        var existing = DirtyNames()
        let wanted = dirty.trees.union(dirty.directories.keys)
        for (directory, missing) in try settled(wanted, root: root) {
            existing.insert(.names(missing), in: directory)
            if let selection = dirty.directories[directory] {
                existing.insert(selection, in: directory)
            }
            if dirty.trees.contains(directory) { existing.insert(tree: directory) }
        }
        var walk = TreeWalk(
            rules: rules, dirty: DirtySelection(existing), trees: existing.trees,
            rootStatus: try Self.status(of: root), known: known,
            change: ChangeRule(lastScan: lastScan, trustsCache: true), progress: progress)
        walk.largeDirectory = largeDirectory
        walk.portions = portions
        walk.note(dirty.inodes)
        for (directory, selection) in dirty.directories {
            try walk.noteFormer(of: directory, selection)
        }
        try walk.run(root: root)
        return walk.changes
    }

    private static func status(of root: borrowing FileDescriptor) throws(SystemError) -> FileStatus
    {
        let status = try root.status()
        guard status.kind == .directory else {
            throw SystemError("open", path: .root, errno: .notDirectory)
        }
        return status
    }

    /// The directories that exist of those that are wanted, and in place of one that is gone the closest one above it,
    /// with the name that is gone in it.
    private func settled(
        _ wanted: Set<BytePath>, root: borrowing FileDescriptor
    ) throws(SystemError) -> [BytePath: Set<[UInt8]>] {
        var present: [BytePath: Set<[UInt8]>] = [:]
        // Every path is looked up once: a deep tree that is gone would else be climbed again from each of its levels.
        var gone: Set<BytePath> = []
        for path in wanted {
            var candidate = path
            var missing: [UInt8]?
            while !gone.contains(candidate) {
                var isThere = present[candidate] != nil
                if !isThere { isThere = try exists(candidate, root: root) }
                if isThere {
                    present[candidate, default: []].formUnion(missing.map { [$0] } ?? [])
                    break
                }
                gone.insert(candidate)
                missing = candidate.name
                candidate = candidate.parent ?? .root
            }
        }
        return present
    }

    private func exists(
        _ directory: BytePath, root: borrowing FileDescriptor
    ) throws(SystemError) -> Bool {
        if directory.isRoot { return true }
        do {
            let found = try root.openBeneath(directory, [.pathOnly, .directory])
            try found.close()
            return true
        } catch {
            // A directory on the way that may not be searched is met, and reported, on the walk itself.
            return !error.errno.meansGone
        }
    }
}

extension Errno {
    /// Whether a name has gone, or stands for something else than a directory by now.
    var meansGone: Bool {
        self == .noEntry || self == .notDirectory || self == .loop || self == .stale
    }
}
