internal import CLinux
internal import SnapshotModel

extension FileDescriptor {
    /// Writes all bytes from `offset` on: see pwrite(2).
    package borrowing func write(
        _ bytes: Span<UInt8>, at offset: Int64
    ) throws(SystemError) {
        let number = rawValue
        var written = 0
        while written < bytes.count {
            let rest = bytes.extracting(droppingFirst: written)
            let position = offset + Int64(written)
            let result = try unsafe rest.withUnsafeBytes { room throws(SystemError) in
                try attempt(
                    "pwrite", unsafe clinux_write_at(number, room.baseAddress, room.count, position)
                )
            }
            guard result > 0 else { throw SystemError("pwrite", errno: .io) }
            written += result
        }
    }

    /// Writes all bytes from `offset` on: see pwrite(2).
    package borrowing func write(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
        try write(bytes.span, at: offset)
    }

    /// Writes all bytes to a pipe, terminal, socket or at the file's position: see write(2).
    package borrowing func append(_ bytes: [UInt8]) throws(SystemError) {
        try append(bytes.span)
    }

    /// Writes all bytes to a pipe, terminal, socket or at the file's position: see write(2).
    package borrowing func append(_ bytes: Span<UInt8>) throws(SystemError) {
        let number = rawValue
        var written = 0
        while written < bytes.count {
            let rest = bytes.extracting(droppingFirst: written)
            let result = try unsafe rest.withUnsafeBytes { room throws(SystemError) in
                try attempt("write", unsafe clinux_write(number, room.baseAddress, room.count))
            }
            guard result > 0 else { throw SystemError("write", errno: .io) }
            written += result
        }
    }

    /// Cuts or extends the file to `size` bytes: see ftruncate(2).
    package borrowing func truncate(to size: Int64) throws(SystemError) {
        let number = rawValue
        try attempt("ftruncate", clinux_truncate(number, size))
    }

    /// Gives the disk space of a range back; it reads as zeros then: see fallocate(2).
    package borrowing func punchHole(at offset: Int64, count: Int64) throws(SystemError) {
        let number = rawValue
        try attempt("fallocate", clinux_punch_hole(number, offset, count))
    }

    /// Returns once the file's data is on the disk, and its size: see fdatasync(2).
    package borrowing func synchronizeData() throws(SystemError) {
        let number = rawValue
        try attempt("fdatasync", clinux_synchronize_data(number))
    }

    /// Begins to write the file's changed pages to the disk, for which nobody waits: see sync_file_range(2).
    package borrowing func beginWritingOut() throws(SystemError) {
        let number = rawValue
        try attempt("sync_file_range", clinux_write_out(number))
    }

    /// Returns once the file, or a directory's names, are on the disk: see fsync(2).
    package borrowing func synchronize() throws(SystemError) {
        let number = rawValue
        try attempt("fsync", clinux_synchronize(number))
    }

    /// Returns once everything of the file system is on the disk: see syncfs(2).
    package borrowing func synchronizeFileSystem() throws(SystemError) {
        let number = rawValue
        try attempt("syncfs", clinux_synchronize_file_system(number))
    }
}
