internal import LinuxSystem
internal import SnapshotModel

/// What listing one directory from disk gave.
struct DirectoryListing {
    /// The names that are taken in, sorted by their bytes.
    var names: [FoundName] = []
    /// The rules for what the directory holds.
    var ignores: IgnoreStack
    /// The rules of the directory's own ignore file, if there is one.
    var ownRules: IgnoreRules?
    /// Whether everything below is listed too, because it is new or its rules are.
    var isWhole: Bool
    /// Whether a cache tag hides what the directory holds.
    var isCache = false
    var excludedCount = 0
    var leftovers: [BytePath] = []
    /// Inodes that changed and have other names, of which no event may have told.
    var changedLinks: Set<FileIdentity> = []
    var problems: [MissingItem] = []
    /// Names that were gone before they could be looked at: what they stood for may be there under others.
    var lostNames: [[UInt8]] = []
}

extension TreeWalk {
    /// Lists an open directory, against what the known tree says of it.
    func list(
        _ directory: borrowing FileDescriptor, path: BytePath, known: KnownDirectory,
        ignores: IgnoreStack, isWhole: Bool
    ) throws -> DirectoryListing {
        var listing = DirectoryListing(ignores: ignores, isWhole: isWhole)
        var names: [[UInt8]] = []
        var hasIgnoreFile = false
        var hasCacheTag = false
        try directory.names { name, _ in
            if TemporaryName.matches(name) {
                listing.leftovers.append(path.appending(name))
                return
            }
            if name == IgnoreRules.fileName { hasIgnoreFile = true }
            if name == CacheTag.name { hasCacheTag = true }
            names.append(name)
        }
        names.sort { $0.lexicographicallyPrecedes($1) }
        if hasCacheTag, isCache(directory, path: path) {
            listing.isCache = true
            names = [CacheTag.name]
        } else if hasIgnoreFile, let rules = IgnoreFile.rules(in: directory) {
            listing.ownRules = rules
            listing.ignores.add(rules, of: path)
        }
        var known = known
        for name in names {
            // One directory may hold a million names.
            try progress?.checkCancelled()
            try take(
                name, of: directory, path: path, known: known.next(named: name), into: &listing)
        }
        if !listing.lostNames.isEmpty, !listing.isCache {
            names = try lookAgain(
                at: directory, path: path, known: known, seen: names, into: &listing)
        }
        try noteRemovedLinks(among: known, of: path, present: names, in: &listing)
        // Other rules hold below than at the last scan, so that no listing of that time counts any more.
        if hasChanged(IgnoreRules.fileName, in: listing, known) { listing.isWhole = true }
        if listing.isWhole { listing.makeWhole() }
        return listing
    }

    /// Looks for what a directory has under other names since it was listed, and returns all names that were seen.
    private func lookAgain(
        at directory: borrowing FileDescriptor, path: BytePath, known: KnownDirectory,
        seen: [[UInt8]], into listing: inout DirectoryListing
    ) throws -> [[UInt8]] {
        var seen = Set(seen)
        var attempt = 1
        while !listing.lostNames.isEmpty, attempt < Self.listings {
            attempt += 1
            seen.subtract(listing.lostNames)
            listing.lostNames = []
            var others: [[UInt8]] = []
            try directory.names { name, _ in
                if !TemporaryName.matches(name), seen.insert(name).inserted { others.append(name) }
            }
            for name in others {
                try take(
                    name, of: directory, path: path, known: known.entry(named: name),
                    into: &listing)
            }
        }
        listing.names.sort { $0.entry.name.lexicographicallyPrecedes($1.entry.name) }
        return seen.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// How often a directory is listed whose names get others meanwhile.
    private static let listings = 3

    /// Looks at some names of an open directory, which are sorted, the ignore file and the cache tag among them.
    ///
    /// - Returns: What was found, but `nil` if other names may be hidden now than at the last scan.
    func look(
        at names: [[UInt8]], in directory: borrowing FileDescriptor, path: BytePath,
        known: KnownDirectory, ignores: IgnoreStack
    ) throws -> DirectoryListing? {
        var listing = DirectoryListing(ignores: ignores, isWhole: false)
        if isCache(directory, path: path) { return nil }
        if let rules = IgnoreFile.rules(in: directory) {
            listing.ownRules = rules
            listing.ignores.add(rules, of: path)
        }
        for name in names where !TemporaryName.matches(name) {
            try take(
                name, of: directory, path: path, known: known.entry(named: name), into: &listing)
        }
        let hasTagChanged = rules.honourCacheTag && hasChanged(CacheTag.name, in: listing, known)
        if hasTagChanged || hasChanged(IgnoreRules.fileName, in: listing, known) { return nil }
        try noteRemovedLinks(
            among: known, of: path, present: listing.names.map(\.entry.name), in: &listing)
        return listing
    }

    /// Whether a cache tag hides what a directory holds; the root was named by a person and is never hidden.
    func isCache(_ directory: borrowing FileDescriptor, path: BytePath) -> Bool {
        rules.honourCacheTag && !path.isRoot && CacheTag.marks(directory)
    }

    private func take(
        _ name: [UInt8], of directory: borrowing FileDescriptor, path: BytePath,
        known: KnownEntry?, into listing: inout DirectoryListing
    ) throws {
        let status: FileStatus
        do throws(SystemError) {
            status = try directory.status(of: name)
        } catch {
            if error.errno.meansGone {
                listing.lostNames.append(name)
                return
            }
            // Without the right to search the directory none of its names can be looked at.
            if error.errno == .accessDenied { throw error }
            listing.problems.append(
                MissingItem(
                    path: path.appending(name), reason: .unreadable, detail: error.errno.message))
            return
        }
        if rules.ownIdentities.contains(status.identity) { return }
        noteLinks(of: status, known: known, in: &listing)
        let isDirectory = status.kind == .directory
        // An ignore file is never hidden, or no later scan and no restore could know its rules.
        let isIgnoreFile = name == IgnoreRules.fileName && status.kind == .file
        if !isIgnoreFile,
            listing.ignores.ignoresEntry(path.appending(name), isDirectory: isDirectory)
        {
            listing.excludedCount += 1
            return
        }
        var found: FoundName
        do throws(SystemError) {
            found = try read(name, of: directory, status: status, known: known)
        } catch {
            if error.errno.meansGone { return }
            found = describe(name, status: status, known: nil)
            listing.problems.append(
                MissingItem(
                    path: path.appending(name), reason: .unreadable, detail: error.errno.message))
        }
        if isDirectory, !isBeyondRoot(status) {
            found.visit = isSame(status, as: known) ? .asScope : .whole
        }
        listing.names.append(found)
    }

    /// Whether something is mounted there that the scan may not enter.
    func isBeyondRoot(_ status: FileStatus) -> Bool {
        rules.oneFileSystem
            && (status.device != rootStatus.device || status.mountID != rootStatus.mountID)
    }

    /// Whether a directory is the one that the known tree has under this name.
    private func isSame(_ status: FileStatus, as known: KnownEntry?) -> Bool {
        guard let known, let identity = known.identity, known.entry.missing == nil else {
            return false
        }
        return known.entry.kind == .directory && identity.device == status.device
            && identity.inode == status.inode
    }

    /// Whether a file that decides what is hidden may hold something else than at the last scan, or came or went.
    private func hasChanged(
        _ name: [UInt8], in listing: DirectoryListing, _ known: KnownDirectory
    ) -> Bool {
        let now = listing.names.first { $0.entry.name == name && $0.entry.kind == .file }
        let before = known.entry(named: name).flatMap { $0.entry.kind == .file ? $0 : nil }
        guard let now, let before else { return now != nil || before != nil }
        // A file that is too large for the snapshot is never read, but its rules hold.
        return now.needsRead || !change.isUntouched(now.identity, since: before)
    }
}

extension DirectoryListing {
    fileprivate mutating func makeWhole() {
        for index in names.indices where names[index].visit == .asScope {
            names[index].visit = .whole
        }
    }
}
