internal import LinuxSystem
internal import SnapshotModel

extension StoreDirectory {
    /// Moves a zip durably, never over another; returns what the file system says of it then.
    func move(
        _ name: [UInt8], from source: ZipPlace, to target: ZipPlace
    ) throws(SystemError) -> FileStatus {
        try with(source) { from throws(SystemError) in
            try with(target) { to throws(SystemError) in
                try Self.rename(name, in: from, to: name, in: to)
                try to.synchronize()
                try from.synchronize()
                return try to.status(of: name)
            }
        }
    }

    /// Renames a file, never over another one.
    ///
    /// Not every file system can do that in one step (RENAME_NOREPLACE): sshfs and NFS cannot. There the file gets its
    /// second name first, which refuses a taken one just as well; what cannot do that either is looked at before,
    /// which is enough among those who hold the store's lock.
    static func rename(
        _ name: [UInt8], in source: borrowing FileDescriptor,
        to newName: [UInt8], in target: borrowing FileDescriptor
    ) throws(SystemError) {
        do throws(SystemError) {
            try source.rename(name, to: target, newName, replacing: false)
            return
        } catch {
            switch error.errno {
            case .invalid, .notImplemented, .notSupported: break
            case .exists: return try finish(error, name, in: source, newName, in: target)
            default: throw error
            }
        }
        do throws(SystemError) {
            try target.makeHardLink(from: source, name, to: newName)
        } catch {
            switch error.errno {
            case .exists: return try finish(error, name, in: source, newName, in: target)
            case .invalid, .notImplemented, .notSupported, .notPermitted, .accessDenied:
                guard try isFree(newName, in: target) else {
                    throw SystemError("renameat", path: BytePath(newName), errno: .exists)
                }
                return try source.rename(name, to: target, newName, replacing: true)
            default: throw error
            }
        }
        try source.remove(name)
    }

    /// Takes away the first name of a file that has the second one already, as a move that was cut short leaves it.
    private static func finish(
        _ error: SystemError, _ name: [UInt8], in source: borrowing FileDescriptor,
        _ newName: [UInt8], in target: borrowing FileDescriptor
    ) throws(SystemError) {
        guard try source.status(of: name).identity == target.status(of: newName).identity else {
            throw error
        }
        try source.remove(name)
    }

    private static func isFree(
        _ name: [UInt8], in folder: borrowing FileDescriptor
    ) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try folder.status(of: name)
            return false
        } catch {
            guard error.errno == .noEntry else { throw error }
            return true
        }
    }
}
