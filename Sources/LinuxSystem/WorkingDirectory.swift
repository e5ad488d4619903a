package import SnapshotModel

/// Where relative paths start: see getcwd(3).
package enum WorkingDirectory {
    /// The absolute path of the current directory, `nil` if it was removed.
    package static func current() -> BytePath? {
        guard
            let process = try? FileDescriptor.open(
                BytePath("/proc/self"), [.directory, .pathOnly]),
            let link = try? process.readLink(Array("cwd".utf8)),
            // The kernel's mark of a directory without a name is no part of any path.
            let status = try? FileDescriptor.status(of: BytePath(link), following: false),
            status.kind == .directory
        else { return nil }
        return BytePath(link)
    }

    /// The absolute path that a typed path stands for.
    package static func absolute(_ path: BytePath) -> BytePath {
        guard !path.isAbsolute, let current = current() else { return path }
        return current.appending(path)
    }
}
