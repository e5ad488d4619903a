internal import LinuxSystem
internal import SnapshotModel

/// Files, links and whatever else has several names: the kernel tells of a change only where the name is that was used.
extension TreeWalk {
    /// Notes an inode whose other names have to be looked at too.
    func noteLinks(of status: FileStatus, known: KnownEntry?, in listing: inout DirectoryListing) {
        guard isPartial else { return }
        if let known, change.isUnchanged(status, since: known) { return }
        if status.kind != .directory, status.linkCount > 1 {
            listing.changedLinks.insert(status.identity)
        }
        // One of the names may be gone, or stand for something else by now.
        guard let group = known?.entry.linkGroup else { return }
        listing.changedLinks.insert(FileIdentity(device: group.device, inode: group.inode))
    }

    /// Notes inodes of the root's file system that changed under a name that tells nothing.
    mutating func note(_ inodes: Set<UInt64>) {
        for inode in inodes {
            changedLinks.insert(FileIdentity(device: rootStatus.device, inode: inode))
        }
    }

    /// Notes inodes that lost a name to which something happened: it may have been done through that name.
    mutating func noteFormer(of directory: BytePath, _ selection: NameSelection) throws {
        changedLinks.formUnion(try known.formerInodes(of: directory, selection))
    }

    /// Notes the inodes that lost a name here, or in a directory that was here: the others count one name less.
    func noteRemovedLinks(
        among known: KnownDirectory, of path: BytePath, present: [[UInt8]],
        in listing: inout DirectoryListing
    ) throws {
        guard isPartial else { return }
        let candidates = known.entries.filter {
            $0.entry.linkGroup != nil || $0.entry.kind == .directory
        }
        guard !candidates.isEmpty else { return }
        let present = Set(present)
        let others = Set(
            listing.names.filter { $0.entry.kind != .directory }.map(\.entry.name))
        for candidate in candidates {
            let entry = candidate.entry
            let isGone = !present.contains(entry.name)
            if entry.kind == .directory {
                // A scan of changes looks at those in the end.
                guard !isSparse, isGone || others.contains(entry.name) else { continue }
                try noteLinks(below: path.appending(entry.name), in: &listing)
            } else if isGone {
                listing.noteLink(of: entry)
            }
        }
    }

    /// Notes every linked inode that the known tree has below a directory that is not there any more.
    private func noteLinks(
        below directory: BytePath, in listing: inout DirectoryListing
    ) throws {
        var pending = [directory]
        while let path = pending.popLast() {
            for child in try known.entries(of: path) {
                if child.entry.kind == .directory {
                    pending.append(path.appending(child.entry.name))
                } else {
                    listing.noteLink(of: child.entry)
                }
            }
        }
    }

    /// Looks again at every name of the inodes that changed, wherever it is in the tree.
    mutating func lookAtOtherNames(root: borrowing FileDescriptor) throws {
        if isSparse { return try lookAtOtherKnownNames(root: root) }
        guard !changedLinks.isEmpty else { return }
        for index in result.items.indices {
            let item = result.items[index]
            guard item.entry.kind != .directory, let identity = item.identity,
                changedLinks.contains(identity.inodeIdentity),
                let found = try look(at: item.path, identity, root: root)
            else { continue }
            result.items[index].entry = found.entry
            result.items[index].identity = found.identity
            result.items[index].needsRead = found.needsRead
            result.listed.insert(item.parent)
            result.leftOut.removeAll { $0.path == item.path }
            if found.entry.missing == .tooLarge { leaveOut(found.entry, at: item.path) }
        }
        result.leftOut.sort { $0.path.comesBefore($1.path) }
    }

    /// The same where only the known tree says which names there are.
    private mutating func lookAtOtherKnownNames(root: borrowing FileDescriptor) throws {
        if trees.contains(.root) { return }
        for directory in found.emptied {
            try known.walk(below: directory) { _, known in
                guard let group = known.entry.linkGroup else { return }
                changedLinks.insert(FileIdentity(device: group.device, inode: group.inode))
            }
        }
        for link in changedLinks {
            // Those that were looked at are as they are now.
            for path in try known.names(of: link) where !found.replaces(path) {
                guard let before = try known.entry(at: path), let identity = before.identity,
                    let name = try look(at: path, identity, root: root)
                else { continue }
                found.looked.insert(path)
                found.note(path, before: before, after: name)
                if name.entry.missing == .tooLarge { leaveOut(name.entry, at: path) }
            }
        }
    }

    /// What a name stands for now; `nil` if it went or was replaced, of which an event tells.
    private func look(
        at path: BytePath, _ identity: KnownIdentity, root: borrowing FileDescriptor
    ) throws -> FoundName? {
        guard let parent = path.parent else { return nil }
        let known = try self.known.entry(at: path)
        do throws(SystemError) {
            let directory = try root.openBeneath(parent, [.readOnly, .directory])
            let status = try directory.status(of: path.name)
            guard status.kind != .directory, status.identity.inode == identity.inode else {
                return nil
            }
            return try read(path.name, of: directory, status: status, known: known)
        } catch {
            return nil
        }
    }
}

extension DirectoryListing {
    /// Notes the inode of an entry that had more than one name.
    fileprivate mutating func noteLink(of entry: TreeEntry) {
        guard let group = entry.linkGroup else { return }
        changedLinks.insert(FileIdentity(device: group.device, inode: group.inode))
    }
}

extension KnownIdentity {
    /// Which inode it is, whatever its state.
    fileprivate var inodeIdentity: FileIdentity { FileIdentity(device: device, inode: inode) }
}
