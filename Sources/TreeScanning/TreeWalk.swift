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
        /// What is known of the names, for a scan of changes.
        var known: KnownDirectory
    }

    /// Where a name stands.
    struct Place {
        /// The index of the directory that holds it.
        var index: Int
        /// The rules that hold in that directory.
        var ignores: IgnoreStack
        /// Whether everything below that directory is listed from disk.
        var isWhole: Bool
        /// What is known of the name, for a scan of changes.
        var before: KnownEntry?
    }

    let rules: ScanRules
    /// Whether directories may be left as the known tree has them.
    let isPartial: Bool
    let dirty: DirtySelection
    /// The directories that are listed with everything below them.
    let trees: Set<BytePath>
    /// Set for a scan that finds only what differs: a directory known to have more names than this is not listed for
    /// the sake of a few.
    var largeDirectory: Int?
    /// Takes what differs bit by bit, if it is not to be held until the end.
    var portions: ScanPortions?
    /// How large the tree may be, if all of it is kept.
    var limit: ScanLimit?
    /// Bytes of all files that are kept.
    var itemBytes: Int64 = 0
    let rootStatus: FileStatus
    let known: any KnownTree
    let change: ChangeRule
    let progress: JobProgress?
    var result: ScannedTree
    /// What differs from the known tree, for a scan of changes.
    var found: ScannedChanges
    /// Inodes that changed under one of several names: the others may be where nothing was listed.
    var changedLinks: Set<FileIdentity> = []
    var levels: [Level] = []

    init(
        rules: ScanRules, dirty: DirtySelection?, trees: Set<BytePath>, rootStatus: FileStatus,
        known: any KnownTree, change: ChangeRule, progress: JobProgress?
    ) {
        self.rules = rules
        self.rootStatus = rootStatus
        self.known = known
        self.change = change
        self.progress = progress
        self.trees = trees
        isPartial = dirty != nil
        self.dirty = dirty ?? DirtySelection()
        result = ScannedTree(relevance: RelevanceFilter(excludes: rules.excludes))
        found = ScannedChanges(learned: result.relevance)
    }

    /// Whether only what differs from the known tree is kept.
    var isSparse: Bool { largeDirectory != nil }

    /// What a scan of changes found.
    var changes: ScannedChanges {
        var changes = found
        changes.changes = changes.takeChanges()
        changes.problems = result.problems
        changes.leftOut = result.leftOut
        changes.excludedCount = result.excludedCount
        changes.leftovers = result.leftovers
        changes.learned = result.relevance
        return changes
    }

    mutating func run(root: borrowing FileDescriptor) throws {
        try enterRoot(root)
        while var level = levels.popLast() {
            guard level.position < level.names.count else { continue }
            let name = level.names[level.position]
            level.position += 1
            let path = level.path.appending(name.entry.name)
            let place = Place(
                index: level.index, ignores: level.ignores, isWhole: level.isWhole,
                before: level.known.entry(named: name.entry.name))
            levels.append(level)
            if name.entry.kind == .directory {
                try enter(name, at: path, in: place, root: root)
            } else {
                add(name, at: path, in: place)
            }
            try handOverIfEnough()
        }
        try lookAtOtherNames(root: root)
    }

    private mutating func enterRoot(_ root: borrowing FileDescriptor) throws {
        let isWhole = !isPartial || trees.contains(.root)
        let name = refreshed(
            FoundName(
                entry: TreeEntry(name: [], kind: .directory, status: rootStatus),
                identity: nil, needsRead: false), from: root, status: rootStatus, path: .root)
        let place = Place(
            index: -1, ignores: IgnoreStack(root: rules.excludes), isWhole: isWhole,
            before: isSparse ? try known.entry(at: .root) : nil)
        let (approach, directory) = try approach(to: .root, isWhole: isWhole)
        if case .known = approach {
            openKnown(name, at: .root, in: place, known: directory, root: root)
        } else {
            try look(into: root, name, at: .root, in: place, approach, known: directory)
        }
    }

    /// Looks into a directory, and adds it unless it has gone.
    private mutating func enter(
        _ name: FoundName, at path: BytePath, in outer: Place, root: borrowing FileDescriptor
    ) throws {
        try progress?.checkCancelled()
        var place = outer
        if trees.contains(path) { place.isWhole = true }
        switch name.visit {
        case .leave: return try addEmpty(name, at: path, in: place)
        case .whole: place.isWhole = true
        case .asScope: break
        }
        if isSparse, !place.isWhole, !dirty.reaches(path) {
            add(name, at: path, in: place)
            return
        }
        var (approach, directory) = try approach(to: path, isWhole: place.isWhole)
        if case .known = approach, !isSparse {
            return openKnown(name, at: path, in: place, known: directory, root: root)
        }
        do {
            let descriptor = try root.openBeneath(path, [.readOnly, .directory])
            let status = try descriptor.status()
            if rules.ownIdentities.contains(status.identity) { return drop(path, in: place) }
            let current = refreshed(name, from: descriptor, status: status, path: path)
            if isBeyondRoot(status) { return try addEmpty(current, at: path, in: place) }
            if !place.isWhole, !isSame(status, as: name.identity) {
                place.isWhole = true
                (approach, directory) = try self.approach(to: path, isWhole: true)
            }
            if case .known = approach {
                openKnown(current, at: path, in: place, known: directory, root: root)
            } else {
                try look(
                    into: descriptor, current, at: path, in: place, approach, known: directory)
            }
        } catch let error as SystemError {
            // What has gone since its name was read is not missing, it is deleted.
            if error.errno.meansGone { return drop(path, in: place) }
            addUnlisted(name, at: path, in: place, because: error.errno)
        }
    }

    private func isSame(_ status: FileStatus, as identity: KnownIdentity?) -> Bool {
        identity?.device == status.device && identity?.inode == status.inode
    }
}
