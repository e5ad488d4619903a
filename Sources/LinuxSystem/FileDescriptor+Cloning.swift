internal import CLinux

extension FileDescriptor {
    /// Makes this file's content that of `source` by sharing its blocks: `false` where the file system cannot.
    ///
    /// Later changes of either file do not reach the other: see ioctl_ficlone(2).
    package borrowing func clone(
        _ source: borrowing FileDescriptor
    ) throws(SystemError) -> Bool {
        let (from, to) = (source.rawValue, rawValue)
        return try Self.sharing { () throws(SystemError) in
            _ = try attempt("ioctl FICLONE", clinux_clone(from, to))
        }
    }

    /// Makes the bytes from `offset` on, where this file ends at the latest, those of all of `source` by sharing its blocks.
    ///
    /// `offset` must be a multiple of the file system's block size: see ioctl_ficlonerange(2). `false` as `clone` has it.
    package borrowing func clone(
        _ source: borrowing FileDescriptor, to offset: Int64
    ) throws(SystemError) -> Bool {
        let (from, to) = (source.rawValue, rawValue)
        return try Self.sharing { () throws(SystemError) in
            _ = try attempt("ioctl FICLONERANGE", clinux_clone_range(from, to, offset))
        }
    }

    private static func sharing(
        _ call: () throws(SystemError) -> Void
    ) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try call()
            return true
        } catch {
            switch error.errno {
            case .notSupported, .crossDevice, .invalid, .notTerminal, .notImplemented: return false
            default: throw error
            }
        }
    }
}
