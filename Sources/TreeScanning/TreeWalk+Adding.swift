internal import LinuxSystem
internal import SnapshotModel

extension TreeWalk {
    /// Goes on with what was looked at on disk.
    mutating func open(
        _ name: FoundName, at path: BytePath, in place: Place, listing: DirectoryListing,
        known: KnownDirectory
    ) {
        result.excludedCount += listing.excludedCount
        result.listedCount += 1
        result.leftovers += listing.leftovers
        changedLinks.formUnion(listing.changedLinks)
        result.problems += listing.problems
        if let rules = listing.ownRules { result.relevance.learn(rules, of: path) }
        if listing.isCache { result.relevance.learnCache(path) }
        let files = listing.names.count { $0.entry.kind != .directory }
        if portions?.areReadAtOnce == true {
            progress?.expect(files: files)
        } else {
            progress?.add(files: files)
        }
        let index = add(name, at: path, in: place)
        if isSparse {
            found.visited.insert(path)
            drop(known.entries(missingFrom: listing.names.lazy.map(\.entry.name)), of: path)
        } else {
            result.listed.insert(index)
        }
        levels.append(
            Level(
                path: path, index: index, names: listing.names, ignores: listing.ignores,
                isWhole: listing.isWhole, known: isSparse ? known : KnownDirectory()))
    }

    /// Goes on with what the known tree says of a directory.
    mutating func openKnown(
        _ name: FoundName, at path: BytePath, in place: Place, known directory: KnownDirectory,
        root: borrowing FileDescriptor
    ) {
        var stack = place.ignores
        learnMarks(of: directory, at: path, ignores: &stack, root: root)
        var entries = directory.entries
        if isSparse {
            found.visited.insert(path)
            let leading = dirty.names(leadingOnFrom: path)
            entries = entries.filter { leading.contains($0.entry.name) }
        }
        levels.append(
            Level(
                path: path, index: add(name, at: path, in: place),
                names: entries.map { FoundName($0) }, ignores: stack, isWhole: false,
                known: isSparse ? directory : KnownDirectory()))
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

    mutating func addUnlisted(
        _ name: FoundName, at path: BytePath, in place: Place, because errno: Errno
    ) {
        var name = name
        name.entry.missing = .unlisted
        name.entry.tree = nil
        add(name, at: path, in: place)
        if isSparse { found.listed.insert(path) }
        result.problems.append(
            MissingItem(path: path, reason: .unlisted, detail: errno.message))
    }

    /// Adds a name to the result, and gives its index.
    @discardableResult
    mutating func add(_ name: FoundName, at path: BytePath, in place: Place) -> Int {
        if name.entry.missing == .tooLarge {
            leaveOut(name.entry, at: path)
        }
        if isSparse {
            found.note(path, before: place.before, after: name)
            return -1
        }
        itemBytes += name.entry.contentSize
        result.items.append(
            ScannedItem(
                entry: name.entry, path: path, parent: place.index, identity: name.identity,
                needsRead: name.needsRead))
        return result.items.count - 1
    }

    /// Adds a directory that is not entered: whatever the known tree has below it is not there any more.
    mutating func addEmpty(_ name: FoundName, at path: BytePath, in place: Place) throws {
        let index = add(name, at: path, in: place)
        if isSparse {
            found.listed.insert(path)
            found.visited.insert(path)
            drop(try known.entries(of: path), of: path)
        } else {
            result.listed.insert(index)
        }
    }

    /// Notes that a path is not there any more.
    mutating func drop(_ path: BytePath, in place: Place) {
        if isSparse { found.note(path, before: place.before, after: nil) }
    }

    /// Notes that names of a directory are not there any more.
    private mutating func drop(_ names: [KnownEntry], of directory: BytePath) {
        for known in names {
            found.note(directory.appending(known.entry.name), before: known, after: nil)
        }
    }

    /// Notes that a file's content is left out for its size.
    mutating func leaveOut(_ entry: TreeEntry, at path: BytePath) {
        result.leftOut.append(
            MissingItem(
                path: path, reason: .tooLarge,
                detail: TooLarge.detail(entry.size, limit: rules.maxFileSize)))
    }
}
