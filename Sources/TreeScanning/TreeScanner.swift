package import LinuxSystem
package import SnapshotModel

/// Finds out what a tree holds now, with as little reading as the known tree allows.
///
/// Content is never read here, and neither FIFO, socket nor device is ever opened.
package struct TreeScanner: Sendable {
    /// What is taken in and what is left out.
    package let rules: ScanRules

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
    ///   - progress: Counts the files found, and stops the scan if it is cancelled.
    /// - Returns: Everything the tree holds, also where it was taken from `known`.
    /// - Throws: If the root cannot be listed, `known` cannot be read or the scan is cancelled.
    package func scan(
        _ scope: ScanScope, root: borrowing FileDescriptor, known: any KnownTree,
        lastScan: FileTime?, progress: JobProgress? = nil
    ) throws -> ScannedTree {
        let status = try root.status()
        guard status.kind == .directory else {
            throw SystemError("open", path: .root, errno: .notDirectory)
        }
        let trustsCache = if case .everything(let trust) = scope { trust } else { true }
        var walk = TreeWalk(
            rules: rules, scope: try settled(scope, root: root), rootStatus: status, known: known,
            change: ChangeRule(lastScan: lastScan, trustsCache: trustsCache), progress: progress)
        try walk.run(root: root)
        return walk.result
    }

    /// A scope that names only directories that exist: a directory that is gone makes its parent speak for it.
    private func settled(
        _ scope: ScanScope, root: borrowing FileDescriptor
    ) throws(SystemError) -> ScanScope {
        guard case .directories(let directories, let trees) = scope else { return scope }
        let wanted = directories.union(trees)
        var present: Set<BytePath> = []
        // Every path is looked up once: a deep tree that is gone would else be climbed again from each of its levels.
        var gone: Set<BytePath> = []
        for path in wanted {
            var candidate = path
            while !present.contains(candidate), !gone.contains(candidate) {
                if try exists(candidate, root: root) {
                    present.insert(candidate)
                } else {
                    gone.insert(candidate)
                    candidate = candidate.parent ?? .root
                }
            }
        }
        return .directories(present, trees: trees)
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
