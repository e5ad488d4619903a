internal import LinuxSystem
internal import SnapshotModel

/// Makes and removes directories of any depth with few open at a time.
enum Directories {
    /// Opens a directory as the process sees it, with `making` after making it and those above it.
    static func open(_ path: BytePath, making: Bool) throws(SystemError) -> FileDescriptor {
        let path = path.isRoot ? BytePath(".") : path
        do throws(SystemError) {
            return try FileDescriptor.open(path, [.readOnly, .directory])
        } catch {
            guard making, error.errno == .noEntry, let parent = path.parent else { throw error }
            let holder = try open(parent, making: true)
            do throws(SystemError) {
                try holder.makeDirectory(path.name, mode: 0o777)
            } catch {
                guard error.errno == .exists else { throw error }
            }
            return try holder.open(path.name, [.readOnly, .directory])
        }
    }

    /// Removes a name with everything below it, never following a link.
    static func remove(_ name: [UInt8], in parent: borrowing FileDescriptor) throws(SystemError) {
        do throws(SystemError) {
            try parent.remove(name, directory: false)
            return
        } catch {
            if error.errno == .noEntry { return }
            guard error.errno == .isDirectory || error.errno == .notPermitted else { throw error }
        }
        let top = try parent.open(name, [.readOnly, .directory, .noFollow])
        var directories = [BytePath.root]
        var next = 0
        while next < directories.count {
            directories += try empty(directories[next], below: top)
            next += 1
        }
        for path in directories.dropFirst().reversed() {
            let holder = try top.openBeneath(path.parent ?? .root, [.readOnly, .directory])
            try holder.remove(path.name, directory: true)
        }
        try parent.remove(name, directory: true)
    }

    /// Removes all but the directories from a directory, and gives those.
    private static func empty(
        _ path: BytePath, below top: borrowing FileDescriptor
    ) throws(SystemError) -> [BytePath] {
        let directory = try top.openBeneath(path, [.readOnly, .directory])
        try directory.setMode(0o700)
        var found: [BytePath] = []
        for name in try directory.allNames() {
            if try directory.status(of: name).kind == .directory {
                found.append(path.appending(name))
            } else {
                try directory.remove(name, directory: false)
            }
        }
        return found
    }
}

extension FileDescriptor {
    /// The names in this directory.
    borrowing func allNames() throws(SystemError) -> [[UInt8]] {
        var found: [[UInt8]] = []
        do {
            try names { name, _ in found.append(name) }
        } catch let error as SystemError {
            throw error
        } catch {
            throw SystemError("getdents64", errno: .io)
        }
        return found
    }
}
