package import SnapshotModel

/// Paths as the kernel names them: absolute, without symbolic links, `.` and `..`.
package enum CanonicalPath {
    /// The canonical path of what a path leads to, which must exist: see realpath(3).
    package static func of(_ path: BytePath) throws(SystemError) -> BytePath {
        let target = try FileDescriptor.open(path, .pathOnly)
        let links = try FileDescriptor.open(BytePath("/proc/self/fd"), [.directory, .pathOnly])
        return BytePath(try links.readLink(Array(String(target.rawValue).utf8)))
    }

    /// The canonical path of what a path will lead to once it exists: of its nearest directory that does.
    package static func ofFuture(_ path: BytePath) throws(SystemError) -> BytePath {
        var missing = [[UInt8]]()
        var existing = path
        while true {
            do {
                let canonical = try of(existing)
                return missing.reversed().reduce(canonical) { $0.appending($1) }
            } catch {
                guard error.errno == .noEntry, let parent = existing.parent else { throw error }
                missing.append(existing.name)
                existing = parent.isRoot ? BytePath(".") : parent
            }
        }
    }
}
