internal import LinuxSystem
internal import SnapshotModel

/// Files with several names: the kernel tells of a change only where the name is that was used.
extension TreeWalk {
    /// Notes an inode whose other names have to be looked at too.
    func noteLinks(of status: FileStatus, known: KnownEntry?, in listing: inout DirectoryListing) {
        guard isPartial else { return }
        if let known, change.isUnchanged(status, since: known) { return }
        if status.kind == .file, status.linkCount > 1 {
            listing.changedLinks.insert(status.identity)
        }
        // One of the names may be gone, or stand for something else by now.
        guard let group = known?.entry.linkGroup else { return }
        listing.changedLinks.insert(FileIdentity(device: group.device, inode: group.inode))
    }

    /// Notes the inodes that lost a name here: the others count one name less.
    func noteRemovedLinks(
        among known: KnownDirectory, present: [[UInt8]], in listing: inout DirectoryListing
    ) {
        guard isPartial else { return }
        let linked = known.entries.filter { $0.entry.linkGroup != nil }
        guard !linked.isEmpty else { return }
        let present = Set(present)
        for entry in linked where !present.contains(entry.entry.name) {
            guard let group = entry.entry.linkGroup else { continue }
            listing.changedLinks.insert(FileIdentity(device: group.device, inode: group.inode))
        }
    }

    /// Looks again at every name of the inodes that changed, wherever it is in the tree.
    mutating func lookAtOtherNames(root: borrowing FileDescriptor) throws {
        if isSparse { return try lookAtOtherKnownNames(root: root) }
        guard !changedLinks.isEmpty else { return }
        for index in result.items.indices {
            let item = result.items[index]
            guard item.entry.kind == .file, let identity = item.identity,
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
    }

    /// The same where only the known tree says which names there are.
    private mutating func lookAtOtherKnownNames(root: borrowing FileDescriptor) throws {
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
            guard status.kind == .file, status.identity.inode == identity.inode else { return nil }
            return try read(path.name, of: directory, status: status, known: known)
        } catch {
            return nil
        }
    }
}

extension KnownIdentity {
    /// Which inode it is, whatever its state.
    fileprivate var inodeIdentity: FileIdentity { FileIdentity(device: device, inode: inode) }
}
