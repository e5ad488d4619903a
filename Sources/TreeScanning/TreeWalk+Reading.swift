internal import LinuxSystem
internal import SnapshotModel

extension TreeWalk {
    /// Reads everything but the content of a name that `status` was just taken of.
    func read(
        _ name: [UInt8], of directory: borrowing FileDescriptor, status: FileStatus,
        known: KnownEntry?
    ) throws(SystemError) -> FoundName {
        var found = describe(name, status: status, known: known)
        if let known, change.isUnchanged(status, since: known) {
            found.entry.attributes = known.entry.attributes
            found.entry.target = known.entry.target
            found.entry.dataRanges = known.entry.dataRanges
            return found
        }
        found.entry.attributes = try directory.attributes(of: name)
        if status.kind == .link { found.entry.target = try directory.readLink(name) }
        if found.needsRead, status.mayHaveHoles {
            found.entry.dataRanges = dataRanges(of: name, in: directory, status: status)
        }
        return found
    }

    /// What `stat` alone tells of a name, with the content taken over if it cannot have changed.
    func describe(_ name: [UInt8], status: FileStatus, known: KnownEntry?) -> FoundName {
        var entry = TreeEntry(name: name, kind: status.kind, status: status)
        var needsRead = false
        if status.kind == .file {
            if let limit = rules.maxFileSize, status.size > limit {
                entry.missing = .tooLarge
            } else if let known, ChangeRule.isWhole(known.entry),
                change.isUnchanged(status, since: known)
            {
                entry.content = known.entry.content
                entry.isCondensed = known.entry.isCondensed
                entry.dataRanges = known.entry.dataRanges
            } else {
                needsRead = true
            }
        }
        return FoundName(entry: entry, identity: status.knownIdentity, needsRead: needsRead)
    }

    /// A directory's own description as it is now that it is open.
    mutating func refreshed(
        _ name: FoundName, from directory: borrowing FileDescriptor, status: FileStatus,
        path: BytePath
    ) -> FoundName {
        let before = KnownEntry(entry: name.entry, identity: name.identity)
        var found = name
        found.entry = TreeEntry(name: name.entry.name, kind: .directory, status: status)
        found.entry.attributes = name.entry.attributes
        found.identity = status.knownIdentity
        if change.isUnchanged(status, since: before) { return found }
        do throws(SystemError) {
            found.entry.attributes = try directory.attributes()
        } catch {
            result.problems.append(
                MissingItem(path: path, reason: .unreadable, detail: error.errno.message))
        }
        return found
    }

    /// Where a sparse file holds data; `nil` also if the file cannot be opened, which its reader will report.
    private func dataRanges(
        of name: [UInt8], in directory: borrowing FileDescriptor, status: FileStatus
    ) -> [DataRange]? {
        do {
            let file = try directory.open(name, [.readOnly, .noFollow, .nonBlocking])
            guard try file.status().identity == status.identity else { return nil }
            return try file.dataRanges(size: status.size)
        } catch {
            return nil
        }
    }
}

extension TreeEntry {
    /// Makes an entry of what `stat` says.
    init(name: [UInt8], kind: EntryKind, status: FileStatus) {
        self.init(
            name: name, kind: kind, mode: status.mode, uid: status.uid, gid: status.gid,
            modified: status.modified)
        if kind == .file { size = status.size }
        if kind != .directory, status.linkCount > 1 {
            linkGroup = LinkGroup(
                device: status.device, inode: status.inode, count: status.linkCount)
        }
        if kind == .characterDevice || kind == .blockDevice { device = status.deviceNumber }
    }
}
