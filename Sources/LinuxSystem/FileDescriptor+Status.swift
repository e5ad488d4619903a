internal import CLinux
internal import Glibc
package import SnapshotModel

extension FileDescriptor {
    /// What the kernel knows of the open file: see statx(2), AT_EMPTY_PATH.
    package borrowing func status() throws(SystemError) -> FileStatus {
        let number = rawValue
        var raw = clinux_status()
        try attempt("statx", unsafe clinux_status_of_descriptor(number, &raw))
        return FileStatus(raw)
    }

    /// What the kernel knows of the entry `name`, never of what a link points at: see statx(2).
    package borrowing func status(of name: [UInt8]) throws(SystemError) -> FileStatus {
        try Self.status(rawValue, name, following: false)
    }

    /// What the kernel knows of a path: see statx(2).
    package static func status(
        of path: BytePath, following: Bool
    ) throws(SystemError) -> FileStatus {
        try status(AT_FDCWD, path.bytes, following: following)
    }

    private static func status(
        _ directory: CInt, _ name: [UInt8], following: Bool
    ) throws(SystemError) -> FileStatus {
        var raw = clinux_status()
        try attempt(
            "statx", BytePath(name),
            unsafe clinux_status(directory, name, name.count, following ? 1 : 0, &raw))
        return FileStatus(raw)
    }
}
