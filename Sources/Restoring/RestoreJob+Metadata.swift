internal import LinuxSystem
internal import SnapshotModel

extension RestoreJob {
    /// Sets owner, attributes, mode and time of an open file or directory, and removes other attributes, in the order in which none undoes another.
    func apply(
        _ entry: TreeEntry, to file: borrowing FileDescriptor, path: BytePath, index: Int
    ) {
        do throws(SystemError) {
            let status = try file.status()
            var mode = entry.mode
            if status.uid != entry.uid || status.gid != entry.gid {
                do throws(SystemError) {
                    try file.setOwner(uid: entry.uid, gid: entry.gid)
                } catch {
                    mode = withoutOwner(entry, path: path, index: index, error)
                }
            }
            let attributes = difference(entry, index: index) { () throws(SystemError) in
                try file.attributes()
            }
            for name in attributes.extra {
                do throws(SystemError) {
                    try file.removeAttribute(name)
                } catch {
                    failAttribute(name, "removed", path: path, index: index, error)
                }
            }
            for attribute in attributes.missing {
                do throws(SystemError) {
                    try file.setAttribute(attribute)
                } catch {
                    failAttribute(attribute.name, "set", path: path, index: index, error)
                }
            }
            try file.setMode(mode)
            try file.setTimes(modified: entry.modified)
        } catch {
            fail(index, path, error)
        }
    }

    /// Sets owner, attributes, mode and time of a name that is not opened, without following it.
    func apply(
        _ entry: TreeEntry, to name: [UInt8], in directory: borrowing FileDescriptor,
        path: BytePath, index: Int
    ) {
        do throws(SystemError) {
            let status = try directory.status(of: name)
            var mode = entry.mode
            if status.uid != entry.uid || status.gid != entry.gid {
                do throws(SystemError) {
                    try directory.setOwner(of: name, uid: entry.uid, gid: entry.gid)
                } catch {
                    mode = withoutOwner(entry, path: path, index: index, error)
                }
            }
            let attributes = difference(entry, index: index) { () throws(SystemError) in
                try directory.attributes(of: name)
            }
            for extra in attributes.extra {
                do throws(SystemError) {
                    try directory.removeAttribute(extra, of: name)
                } catch {
                    failAttribute(extra, "removed", path: path, index: index, error)
                }
            }
            for attribute in attributes.missing {
                do throws(SystemError) {
                    try directory.setAttribute(attribute, of: name)
                } catch {
                    failAttribute(attribute.name, "set", path: path, index: index, error)
                }
            }
            // A link has no mode of its own.
            if status.kind != .link { try directory.setMode(of: name, mode) }
            try directory.setTimes(of: name, modified: entry.modified)
        } catch {
            fail(index, path, error)
        }
    }

    /// The mode for a thing that keeps its maker as owner: nobody gets rights that were somebody else's.
    private func withoutOwner(
        _ entry: TreeEntry, path: BytePath, index: Int, _ error: SystemError
    ) -> UInt32 {
        let why =
            error.errno == .notPermitted ? "only root may give files away" : error.errno.message
        fail(
            index,
            RestoreFailure(
                path: path, code: .ownerNotSet,
                message: "owner not set, they are yours now: \(why)"))
        return entry.kind == .directory ? entry.mode & 0o1777 : entry.mode & 0o777
    }

    /// What is to be done to the attributes of something.
    private func difference(
        _ entry: TreeEntry, index: Int,
        _ present: () throws(SystemError) -> [ExtendedAttribute]
    ) -> AttributeDifference {
        let isComplete =
            index < 0 ? plan.hasAllRootAttributes : plan.items[index].hasAllAttributes
        do throws(SystemError) {
            return AttributeDifference(entry, present: try present(), isComplete: isComplete)
        } catch {
            // Who may not read them can still try to set what the snapshot has.
            return AttributeDifference(entry, present: [], isComplete: false)
        }
    }

    private func failAttribute(
        _ name: [UInt8], _ what: String, path: BytePath, index: Int, _ error: SystemError
    ) {
        fail(
            index,
            RestoreFailure(
                path: path, code: .attributeNotSet,
                message: "\(displayName(name)) not \(what): \(error.errno.message)"))
    }
}
