internal import LinuxSystem
internal import SnapshotModel

/// One walk over a tree, depth first, with one open directory at a time however deep it is.
struct TreeWalk {
    /// A directory whose names are being gone through.
    struct Level {
        var path: BytePath
        var index: Int
        var names: [FoundName]
        var position = 0
        var ignores: IgnoreStack
        /// Whether everything below is listed from disk, whatever the scope.
        var isWhole: Bool
    }

    let rules: ScanRules
    let scope: ScanScope
    let dirty: DirtySelection
    /// The directories that are listed with everything below them.
    let trees: Set<BytePath>
    let rootStatus: FileStatus
    let known: any KnownTree
    let change: ChangeRule
    let progress: JobProgress?
    var result: ScannedTree
    /// Inodes that changed under one of several names: the others may be where nothing was listed.
    var changedLinks: Set<FileIdentity> = []
    private var levels: [Level] = []

    init(
        rules: ScanRules, scope: ScanScope, rootStatus: FileStatus, known: any KnownTree,
        change: ChangeRule, progress: JobProgress?
    ) {
        self.rules = rules
        self.scope = scope
        self.rootStatus = rootStatus
        self.known = known
        self.change = change
        self.progress = progress
        if case .directories(let directories, let trees) = scope {
            dirty = DirtySelection(directories)
            self.trees = trees
        } else {
            dirty = DirtySelection([])
            trees = []
        }
        result = ScannedTree(relevance: RelevanceFilter(excludes: rules.excludes))
    }

    mutating func run(root: borrowing FileDescriptor) throws {
        try enterRoot(root)
        while var level = levels.popLast() {
            guard level.position < level.names.count else { continue }
            let name = level.names[level.position]
            level.position += 1
            let path = level.path.appending(name.entry.name)
            let parent = (level.index, level.ignores, level.isWhole)
            levels.append(level)
            if name.entry.kind == .directory {
                try enter(name, at: path, below: parent, root: root)
            } else {
                add(name, at: path, parent: parent.0)
            }
        }
        try lookAtOtherNames(root: root)
    }

    private mutating func enterRoot(_ root: borrowing FileDescriptor) throws {
        let isWhole = if case .everything = scope { true } else { trees.contains(.root) }
        let name = refreshed(
            FoundName(
                entry: TreeEntry(name: [], kind: .directory, status: rootStatus),
                identity: nil, needsRead: false), from: root, status: rootStatus, path: .root)
        let ignores = IgnoreStack(root: rules.excludes)
        let directory = try KnownDirectory(.root, in: known)
        if isWhole || mustList(.root, known: directory) {
            let listing = try list(
                root, path: .root, known: directory, ignores: ignores, isWhole: isWhole)
            open(name, at: .root, parent: -1, listing: listing)
        } else {
            openKnown(
                name, at: .root, parent: -1, known: directory, ignores: ignores, root: root)
        }
    }

    /// Looks into a directory, and adds it unless it has gone.
    private mutating func enter(
        _ name: FoundName, at path: BytePath, below parent: (Int, IgnoreStack, Bool),
        root: borrowing FileDescriptor
    ) throws {
        try progress?.checkCancelled()
        let (index, ignores, parentIsWhole) = parent
        var isWhole = parentIsWhole || trees.contains(path)
        switch name.visit {
        case .leave:
            addEmpty(name, at: path, parent: index)
            return
        case .whole: isWhole = true
        case .asScope: break
        }
        let directory = try KnownDirectory(path, in: known)
        if !isWhole, !mustList(path, known: directory) {
            return openKnown(
                name, at: path, parent: index, known: directory, ignores: ignores, root: root)
        }
        do {
            let descriptor = try root.openBeneath(path, [.readOnly, .directory])
            let status = try descriptor.status()
            if rules.ownIdentities.contains(status.identity) { return }
            let current = refreshed(name, from: descriptor, status: status, path: path)
            if isBeyondRoot(status) {
                addEmpty(current, at: path, parent: index)
                return
            }
            isWhole = isWhole || !isSame(status, as: name.identity)
            let listing = try list(
                descriptor, path: path, known: directory, ignores: ignores, isWhole: isWhole)
            open(current, at: path, parent: index, listing: listing)
        } catch let error as SystemError {
            // What has gone since its name was read is not missing, it is deleted.
            if error.errno.meansGone { return }
            addUnlisted(name, at: path, parent: index, because: error.errno)
        }
    }

    /// Whether a directory must be listed although everything above it was not.
    ///
    /// What the scope names but the known tree lacks is new, so the directory that holds it is listed even
    /// if no event told of it.
    private func mustList(_ path: BytePath, known directory: KnownDirectory) -> Bool {
        if dirty.contains(path) { return true }
        return dirty.names(leadingOnFrom: path).contains { name in
            directory.entry(named: name)?.entry.kind != .directory
        }
    }

    private func isSame(_ status: FileStatus, as identity: KnownIdentity?) -> Bool {
        identity?.device == status.device && identity?.inode == status.inode
    }
}

extension TreeWalk {
    /// Goes on with what was listed from disk.
    private mutating func open(
        _ name: FoundName, at path: BytePath, parent: Int, listing: DirectoryListing
    ) {
        result.excludedCount += listing.excludedCount
        result.listedCount += 1
        result.leftovers += listing.leftovers
        changedLinks.formUnion(listing.changedLinks)
        result.problems += listing.problems
        if let rules = listing.ownRules { result.relevance.learn(rules, of: path) }
        if listing.isCache { result.relevance.learnCache(path) }
        progress?.add(files: listing.names.count { $0.entry.kind != .directory })
        let index = add(name, at: path, parent: parent)
        result.listed.insert(index)
        levels.append(
            Level(
                path: path, index: index, names: listing.names, ignores: listing.ignores,
                isWhole: listing.isWhole))
    }

    /// Goes on with what the known tree says of a directory.
    private mutating func openKnown(
        _ name: FoundName, at path: BytePath, parent: Int, known directory: KnownDirectory,
        ignores: IgnoreStack, root: borrowing FileDescriptor
    ) {
        var stack = ignores
        learnMarks(of: directory, at: path, ignores: &stack, root: root)
        levels.append(
            Level(
                path: path, index: add(name, at: path, parent: parent),
                names: directory.entries.map { FoundName($0) }, ignores: stack, isWhole: false))
    }

    /// Reads the ignore file and the cache tag of a directory that is not listed.
    private mutating func learnMarks(
        of known: KnownDirectory, at path: BytePath, ignores: inout IgnoreStack,
        root: borrowing FileDescriptor
    ) {
        let hasIgnoreFile = known.entry(named: IgnoreRules.fileName)?.entry.kind == .file
        let hasCacheTag =
            rules.honourCacheTag && known.entry(named: CacheTag.name)?.entry.kind == .file
        guard hasIgnoreFile || hasCacheTag else { return }
        do {
            let directory = try root.openBeneath(path, [.readOnly, .directory])
            if hasIgnoreFile, let rules = IgnoreFile.rules(in: directory) {
                ignores.add(rules, of: path)
                result.relevance.learn(rules, of: path)
            }
            if hasCacheTag, isCache(directory, path: path) { result.relevance.learnCache(path) }
        } catch {
            // The directory has gone; the event that tells of it makes the next scan list its parent.
            return
        }
    }

    private mutating func addUnlisted(
        _ name: FoundName, at path: BytePath, parent: Int, because errno: Errno
    ) {
        var name = name
        name.entry.missing = .unlisted
        name.entry.tree = nil
        add(name, at: path, parent: parent)
        result.problems.append(
            MissingItem(path: path, reason: .unlisted, detail: errno.message))
    }

    /// Adds a name to the result, and gives its index.
    @discardableResult
    private mutating func add(_ name: FoundName, at path: BytePath, parent: Int) -> Int {
        if name.entry.missing == .tooLarge {
            leaveOut(name.entry, at: path)
        }
        result.items.append(
            ScannedItem(
                entry: name.entry, path: path, parent: parent, identity: name.identity,
                needsRead: name.needsRead))
        return result.items.count - 1
    }

    /// Adds a directory that is not entered: whatever the known tree has below it is not there any more.
    private mutating func addEmpty(_ name: FoundName, at path: BytePath, parent: Int) {
        result.listed.insert(add(name, at: path, parent: parent))
    }

    /// Notes that a file's content is left out for its size.
    mutating func leaveOut(_ entry: TreeEntry, at path: BytePath) {
        result.leftOut.append(
            MissingItem(
                path: path, reason: .tooLarge,
                detail: TooLarge.detail(entry.size, limit: rules.maxFileSize)))
    }
}
