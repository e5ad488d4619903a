package import LinuxSystem
package import SnapshotModel

/// A directory of a test's own, which is gone with its last reference, whatever it holds by then.
package final class ScratchDirectory: Sendable {
    /// The directory's absolute path.
    package let path: BytePath
    /// The open directory.
    package let descriptor: FileDescriptor

    /// Makes an empty directory below `$TMPDIR` or `/tmp`, or below `parent`.
    package init(in parent: BytePath? = nil) throws {
        let place = parent ?? BytePath(ProcessEnvironment.value("TMPDIR") ?? "/tmp")
        let name = Array("snapagent-test-\(RandomBytes.identifier())".utf8)
        let directory = try FileDescriptor.open(place, [.readOnly, .directory])
        try directory.makeDirectory(name, mode: 0o700)
        path = place.appending(name)
        descriptor = try directory.open(name, [.readOnly, .directory])
    }

    deinit {
        do {
            try descriptor.removeContents()
            guard let parent = path.parent else { return }
            try FileDescriptor.open(parent, [.readOnly, .directory])
                .remove(path.name, directory: true)
        } catch {
            print("left behind: \(String(decoding: path.bytes, as: UTF8.self)): \(error)")
        }
    }

    /// The path as a string, for programs and Foundation.
    package var text: String { String(decoding: path.bytes, as: UTF8.self) }

    /// Makes or replaces a file, with the directories above it.
    package func write(_ content: some Sequence<UInt8>, to file: String) throws {
        try write(content, to: BytePath(file))
    }

    /// Makes or replaces a file with the text's UTF-8 bytes, with the directories above it.
    package func write(_ text: String, to file: String) throws {
        try write(Array(text.utf8), to: BytePath(file))
    }

    /// Makes or replaces a file of any name, with the directories above it.
    package func write(_ content: some Sequence<UInt8>, to file: BytePath) throws {
        if let parent = file.parent, !parent.isRoot { try makeDirectories(parent) }
        let descriptor = try descriptor.openBeneath(
            file, [.create, .truncate, .writeOnly], mode: 0o644)
        try descriptor.write(Array(content), at: 0)
    }

    /// Makes or replaces a file by one rename within the file system: nobody can save it before it is complete.
    package func writeAtOnce(_ text: String, to file: String) throws {
        let temporary = ".at-once-\(RandomBytes.identifier())"
        try write(text, to: temporary)
        let path = BytePath(file)
        let parent = path.parent ?? .root
        if !parent.isRoot { try makeDirectories(parent) }
        try descriptor.rename(
            Array(temporary.utf8), to: descriptor.openBeneath(parent, [.readOnly, .directory]),
            path.name, replacing: true)
    }

    /// Makes a directory with all above it.
    package func makeDirectories(_ directory: String) throws {
        try makeDirectories(BytePath(directory))
    }

    /// Makes a directory of any name with all above it.
    package func makeDirectories(_ directory: BytePath) throws {
        var current = try descriptor.openBeneath(.root, [.readOnly, .directory])
        for name in directory.components {
            do {
                try current.makeDirectory(name, mode: 0o755)
            } catch {
                guard error.errno == .exists else { throw error }
            }
            current = try current.open(name, [.readOnly, .directory, .noFollow])
        }
    }

    /// The content of a file.
    package func read(_ file: String) throws -> [UInt8] {
        try descriptor.openBeneath(BytePath(file), .readOnly).readAll(atMost: 1 << 30)
    }
}

extension FileDescriptor {
    /// Removes everything in this directory, at any depth and of any mode.
    ///
    /// Every directory found is moved to the top first, so that no path gets long.
    borrowing func removeContents() throws {
        var moved = 0
        while true {
            let directories = try removeOthers()
            if directories.isEmpty { return }
            for name in directories {
                try setMode(of: name, 0o700)
                let inner = try open(name, [.readOnly, .directory, .noFollow])
                for child in try inner.removeOthers() {
                    try inner.setMode(of: child, 0o700)
                    moved += 1
                    let newName = Array(".removing-\(moved)".utf8)
                    try inner.rename(child, to: self, newName, replacing: true)
                }
                try remove(name, directory: true)
            }
        }
    }

    /// Removes all but the directories of this directory and names those.
    private borrowing func removeOthers() throws -> [[UInt8]] {
        var directories: [[UInt8]] = []
        var others: [[UInt8]] = []
        try names { name, kind in
            if kind == .directory { directories.append(name) } else { others.append(name) }
        }
        for name in others { try remove(name) }
        return directories
    }
}
