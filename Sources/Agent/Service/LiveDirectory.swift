import Configuration
import LinuxSystem
import SnapshotModel
import SnapshotStore
import StoreCommands
import TreeScanning

/// The directory as it is now, for `diff REF live` and `versions`.
struct LiveDirectory: LiveTree {
    let engine: DatasetEngine
    let progress: JobProgress

    /// Scans the directory by the rules that the next snapshot would go by.
    func side(
        comparedWith known: @escaping @Sendable (BytePath) throws -> TreeEntry?
    ) throws(UserError) -> any DiffSide {
        let configuration = engine.configuration
        return try explaining {
            let root = try TreeScanner.openRoot(configuration.path)
            let scanned = try TreeScanner(rules: engine.scanRules).scan(
                .everything(trustCache: true), root: root,
                known: CatalogTree(store: engine.store),
                lastScan: engine.store.newest?.record.created)
            return ScannedSide(
                root: configuration.path, entries: scanned.items.map { ($0.path, $0.entry) },
                known: known, progress: progress)
        }
    }

    /// Whether the file at a path holds the content of a snapshot's entry; `nil` if it cannot be read.
    ///
    /// The catalog proves it where the inode did not change since it was read; else the file is read.
    func holds(_ entry: TreeEntry, at path: BytePath) throws(UserError) -> Bool? {
        guard let wanted = entry.contentIdentity else { return nil }
        return try explaining {
            let root = try TreeScanner.openRoot(engine.configuration.path)
            guard let status = try? StableFile.open(path, beneath: root).status else { return nil }
            let rule = ChangeRule(
                lastScan: engine.store.newest?.record.created, trustsCache: true)
            if let known = try CatalogTree(store: engine.store).entry(at: path),
                ChangeRule.isWhole(known.entry), rule.isUnchanged(status, since: known)
            {
                return known.entry.contentIdentity == wanted
            }
            var unread = entry
            unread.dropContent()
            let now = ScannedSide(
                root: engine.configuration.path, entries: [], known: { _ in entry },
                progress: progress)
            return try now.content(of: path, unread).map { $0 == wanted }
        }
    }

    /// What stands at a path, without its content; `nil` if nothing does, or nothing that the next snapshot would have.
    func entry(at path: BytePath) throws(UserError) -> TreeEntry? {
        do throws(SystemError) {
            let root = try FileDescriptor.open(engine.configuration.path, [.readOnly, .directory])
            guard let parent = path.parent else {
                return try Self.entry(path, root.status(), in: root)
            }
            let directory = try root.openBeneath(parent, [.directory, .noFollow])
            let status = try directory.status(of: path.name)
            guard !isExcluded(path, isDirectory: status.kind == .directory) else { return nil }
            return try Self.entry(path, status, in: directory)
        } catch {
            switch error.errno {
            case .noEntry, .notDirectory, .loop: return nil
            default: throw error.asUserError()
            }
        }
    }

    private static func entry(
        _ path: BytePath, _ status: FileStatus, in directory: borrowing FileDescriptor
    ) throws(SystemError) -> TreeEntry {
        var entry = TreeEntry(
            name: path.name, kind: status.kind, mode: status.mode, uid: status.uid,
            gid: status.gid, modified: status.modified)
        if status.kind == .file { entry.size = status.size }
        if status.kind == .link { entry.target = try directory.readLink(path.name) }
        return entry
    }

    /// Whether the configuration leaves a path out, or a directory above it.
    private func isExcluded(_ path: BytePath, isDirectory: Bool) -> Bool {
        let rules = IgnoreRules(patterns: engine.configuration.exclude)
        var part: BytePath? = path
        while let current = part, !current.isRoot {
            let isDirectory = current == path ? isDirectory : true
            if rules.verdict(path: current, isDirectory: isDirectory) == .ignore { return true }
            part = current.parent
        }
        return false
    }
}
