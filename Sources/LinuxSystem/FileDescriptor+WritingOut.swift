internal import CLinux
internal import SnapshotModel

/// Putting much on the disk so that nobody has to wait for all of it at once.
extension FileDescriptor {
    /// What is written out at once: a fraction of a second on a slow disk.
    private static let window: Int64 = 2 << 20
    /// How many windows are under way, so that the disk is never idle.
    private static let ahead: Int64 = 4

    /// Writes the file's changed pages to the disk bit by bit, until the work is called off.
    ///
    /// It makes nothing last: that is for `synchronizeData` to do, which has little left to wait for then.
    ///
    /// - Throws: What the disk refuses, and `interrupted`.
    package borrowing func writeOut(_ progress: JobProgress) throws {
        let size = try status().size
        var offset: Int64 = 0
        while offset < size {
            try progress.checkCancelled()
            do throws(SystemError) {
                try writeOut(at: offset + Self.ahead * Self.window, waits: false)
                try writeOut(at: offset, waits: true)
            } catch {
                switch error.errno {
                // A file system that cannot do this has everything written by the synchronisation alone.
                case .notImplemented, .notSupported, .notPermitted, .invalid: return
                default: throw error
                }
            }
            offset += Self.window
        }
    }

    private borrowing func writeOut(at offset: Int64, waits: Bool) throws(SystemError) {
        let number = rawValue
        try attempt(
            "sync_file_range",
            clinux_write_out_range(number, offset, Self.window, waits ? 1 : 0))
    }
}
