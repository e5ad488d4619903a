internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

extension PlanningWalk {
    /// Plans a name where there is nothing, `nil` if the snapshot does not hold its content.
    mutating func creation(of entry: TreeEntry, level: Level) -> RestoreItem? {
        let path = level.target.appending(entry.name)
        guard holdsContent(entry, at: path) else { return nil }
        plan.needs = plan.needs.addingSaturated(entry.allocation)
        if entry.kind != .directory { plan.counts.create.add(entry.size) }
        var item = RestoreItem(
            entry: entry, path: path, action: .create, isPassing: isPassing(entry, level))
        item.hasAllAttributes = hasAllAttributes(entry, level)
        return item
    }

    /// Plans the names of a directory that is there.
    mutating func compare(
        _ entries: [TreeEntry], in directory: borrowing FileDescriptor, level: Level,
        root: borrowing FileDescriptor
    ) throws -> [RestoreItem] {
        var items: [RestoreItem] = []
        for entry in entries {
            let status: FileStatus
            do throws(SystemError) {
                status = try directory.status(of: entry.name)
            } catch {
                if error.errno == .noEntry {
                    if let item = creation(of: entry, level: level) { items.append(item) }
                } else {
                    fail(level.target.appending(entry.name), .ioError, error.errno.message)
                }
                continue
            }
            if let item = try plan(entry, over: status, in: directory, level: level, root: root) {
                items.append(item)
            }
            progress?.add(files: 1)
        }
        return items
    }

    /// Plans a name that is taken, `nil` if nothing can or need be done below it.
    private mutating func plan(
        _ entry: TreeEntry, over status: FileStatus, in directory: borrowing FileDescriptor,
        level: Level, root: borrowing FileDescriptor
    ) throws -> RestoreItem? {
        let path = level.target.appending(entry.name)
        if request.forbidden.contains(status.identity) {
            fail(path, .inTheWay, "the store is there")
            return nil
        }
        var item = RestoreItem(
            entry: entry, path: path, action: .same, existing: status.kind,
            isPassing: isPassing(entry, level))
        if item.isPassing, status.kind == .directory { return item }
        item.hasAllAttributes = hasAllAttributes(entry, level)
        if status.kind != .directory, status.linkCount > 1 || entry.linkGroup != nil {
            item.inode = status.identity
        }
        switch try verdict(entry, status, in: directory) {
        case .same:
            if metadataDiffers(item, status, in: directory) { item.action = .adjust }
        case .different, .unclear:
            if keepsNewer(item, status) { return nil }
            if Comparison.isDisguised(entry, status) { plan.disguised.insert(path) }
            guard try canReplace(entry, at: path, status: status, level: level, root: root) else {
                return nil
            }
            item.action = .overwrite
        }
        if status.kind != .directory, item.action == .overwrite || item.inode != nil {
            plan.found[path] = FoundState(status, isLost: item.action == .overwrite)
        }
        count(item, status: status)
        return item
    }

    /// Whether what is there is newer than the snapshot, and stays.
    private mutating func keepsNewer(_ item: RestoreItem, _ status: FileStatus) -> Bool {
        guard request.keepNewer, !item.isPassing, status.modified > record.created else {
            return false
        }
        plan.newer.append(NewerFile(path: item.path, modified: status.modified, isKept: true))
        plan.counts.keptNewer.add(status.size)
        return true
    }

    /// Adds an item to the plan's numbers.
    private mutating func count(_ item: RestoreItem, status: FileStatus) {
        guard item.action == .overwrite else {
            guard item.entry.kind != .directory else { return }
            if item.action == .same {
                plan.counts.same.add(item.entry.size)
            } else {
                plan.counts.adjust.add(item.entry.size)
            }
            return
        }
        if status.modified > record.created {
            plan.newer.append(
                NewerFile(path: item.path, modified: status.modified, isKept: false))
            plan.counts.overwriteNewer.add(item.entry.size)
        } else {
            plan.counts.overwrite.add(item.entry.size)
        }
        plan.needs = plan.needs.addingSaturated(item.entry.allocation)
    }

    /// Whether what is there may be replaced by what the snapshot has.
    private mutating func canReplace(
        _ entry: TreeEntry, at path: BytePath, status: FileStatus, level: Level,
        root: borrowing FileDescriptor
    ) throws -> Bool {
        guard holdsContent(entry, at: path) else { return false }
        if isPassing(entry, level) {
            fail(path, .inTheWay, "something else is where a directory must be")
            return false
        }
        guard status.kind == .directory else { return true }
        return try canRemoveDirectory(
            at: path, source: level.source.appending(entry.name), status: status,
            rules: level.rules, root: root)
    }

    private func verdict(
        _ entry: TreeEntry, _ status: FileStatus, in directory: borrowing FileDescriptor
    ) throws -> Comparison.Verdict {
        var target: [UInt8] = []
        if entry.kind == .link, status.kind == .link {
            target = try directory.readLink(entry.name)
        }
        let verdict = Comparison.content(of: entry, with: status, target: target)
        guard verdict == .unclear, let content = entry.content else { return verdict }
        return try hash(of: entry, in: directory) == content ? .same : .different
    }

    private func hasAllAttributes(_ entry: TreeEntry, _ level: Level) -> Bool {
        unreadPaths.isEmpty || !unreadPaths.contains(level.source.appending(entry.name))
    }

    private func metadataDiffers(
        _ item: RestoreItem, _ status: FileStatus, in directory: borrowing FileDescriptor
    ) -> Bool {
        var attributes: [ExtendedAttribute] = []
        var isKnown = item.hasAllAttributes
        do throws(SystemError) {
            attributes = try directory.attributes(of: item.entry.name)
        } catch {
            // Who may not read them can still try to set what the snapshot has.
            isKnown = false
        }
        return Comparison.metadataDiffers(
            item.entry, from: status,
            attributes: AttributeDifference(
                item.entry, present: attributes, isComplete: isKnown), setsOwners: setsOwners)
    }

    /// Whether mode, owner or attributes of the root differ; its time does with every name that came and went.
    func rootDiffers(_ entry: TreeEntry, _ root: borrowing FileDescriptor) -> Bool {
        var entry = entry
        entry.modified = rootStatus.modified
        do throws(SystemError) {
            return Comparison.metadataDiffers(
                entry, from: rootStatus,
                attributes: AttributeDifference(
                    entry, present: try root.attributes(), isComplete: plan.hasAllRootAttributes),
                setsOwners: setsOwners)
        } catch {
            // Setting it right will say what is wrong.
            return true
        }
    }

    /// The hash of a file on disk, as the snapshot's entry of that name has it; `nil` if it cannot be read, so that it counts as different.
    private func hash(
        of entry: TreeEntry, in directory: borrowing FileDescriptor
    ) throws(UserError) -> Digest? {
        do {
            let file = try directory.open(entry.name, [.readOnly, .noFollow, .nonBlocking])
            if let map = entry.condensedMap {
                return try condensedHash(of: file, size: entry.size, as: map)
            }
            var hash = SHA256()
            var buffer: [UInt8] = []
            var offset: Int64 = 0
            // One byte more than the snapshot has tells that the file grew, and a file that grows for ever is no trap.
            while offset <= entry.size {
                if let progress, progress.isCancelled { break }
                buffer.removeAll(keepingCapacity: true)
                let count = try file.read(
                    into: &buffer, atMost: Int(min(1 << 20, entry.size - offset + 1)), at: offset)
                guard count > 0 else { return hash.finish() }
                hash.update(buffer.span)
                offset += Int64(count)
                progress?.add(bytes: Int64(count))
            }
        } catch {
            return nil
        }
        try progress?.checkCancelled()
        return nil
    }

    private func condensedHash(
        of file: borrowing FileDescriptor, size: Int64, as map: CondensedMap
    ) throws -> Digest? {
        let hash = try CondensedReading.digest(of: file, size: size, as: map) {
            progress?.isCancelled != true
        }
        try progress?.checkCancelled()
        return hash
    }

    /// Whether the snapshot has what it takes to make a name; says so in the plan if not.
    private mutating func holdsContent(_ entry: TreeEntry, at path: BytePath) -> Bool {
        guard entry.kind == .file, entry.content == nil else { return true }
        switch entry.missing {
        case .tooLarge:
            fail(path, .notInSnapshot, "over the size limit when the snapshot was taken")
        default:
            fail(path, .notInSnapshot, "could not be read when the snapshot was taken")
        }
        return false
    }

    private func isPassing(_ entry: TreeEntry, _ level: Level) -> Bool {
        !level.isSelected && !selection.contains(level.source.appending(entry.name))
    }

    mutating func fail(_ path: BytePath, _ code: RestoreFailure.Code, _ message: String) {
        plan.problems.append(RestoreFailure(path: path, code: code, message: message))
    }
}
