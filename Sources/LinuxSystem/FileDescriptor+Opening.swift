internal import CLinux
internal import Glibc
package import SnapshotModel

/// The longest path, its NUL counted, that a system call takes: see path_resolution(7).
private let longestPath = 4096

extension FileDescriptor {
    /// Opens a path as the process sees it, following symbolic links: see open(2).
    package static func open(
        _ path: BytePath, _ options: OpenOptions, mode: UInt32 = 0o600
    ) throws(SystemError) -> FileDescriptor {
        try opened(AT_FDCWD, path.bytes, options, mode: mode)
    }

    /// Opens the entry `name` of this directory: see openat(2).
    package borrowing func open(
        _ name: [UInt8], _ options: OpenOptions, mode: UInt32 = 0o600
    ) throws(SystemError) -> FileDescriptor {
        try Self.opened(rawValue, name, options, mode: mode)
    }

    private static func opened(
        _ directory: CInt, _ name: [UInt8], _ options: OpenOptions, mode: UInt32
    ) throws(SystemError) -> FileDescriptor {
        let call = options.contains(.temporary) ? "O_TMPFILE" : "openat"
        let number = try attempt(
            call, BytePath(name),
            unsafe clinux_open(directory, name, name.count, options.rawValue, mode))
        return FileDescriptor(adopting: CInt(number))
    }

    /// Opens a path below this directory that no symbolic link and no `..` can lead astray.
    ///
    /// See openat2(2), RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS. The empty path is the directory
    /// itself. A path of any length works: it is walked in pieces that the kernel takes.
    package borrowing func openBeneath(
        _ path: BytePath, _ options: OpenOptions, mode: UInt32 = 0o600
    ) throws(SystemError) -> FileDescriptor {
        guard path.bytes.count >= longestPath else {
            return try openPiece(path.isRoot ? BytePath(".") : path, of: path, options, mode: mode)
        }
        var pieces: [BytePath] = []
        var piece = BytePath.root
        for component in path.components {
            if piece.bytes.count + component.count + 2 > longestPath {
                pieces.append(piece)
                piece = .root
            }
            piece = piece.appending(component)
        }
        guard let first = pieces.first else {
            throw SystemError("openat2", path: path, errno: .nameTooLong)
        }
        var directory = try openPiece(first, of: path, [.pathOnly, .directory], mode: 0)
        for next in pieces.dropFirst() {
            directory = try directory.openPiece(next, of: path, [.pathOnly, .directory], mode: 0)
        }
        return try directory.openPiece(piece, of: path, options, mode: mode)
    }

    private borrowing func openPiece(
        _ piece: BytePath, of path: BytePath, _ options: OpenOptions, mode: UInt32
    ) throws(SystemError) -> FileDescriptor {
        let directory = rawValue
        let number = try attempt(
            "openat2", path,
            unsafe clinux_open_beneath(
                directory, piece.bytes, piece.bytes.count, options.rawValue, mode))
        return FileDescriptor(adopting: CInt(number))
    }
}
