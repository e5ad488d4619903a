internal import CLinux

extension FileDescriptor {
    /// Makes this file's content that of `source` by sharing its blocks: `false` where the file system cannot.
    ///
    /// Later changes of either file do not reach the other: see ioctl_ficlone(2).
    package borrowing func clone(
        _ source: borrowing FileDescriptor
    ) throws(SystemError) -> Bool {
        let (from, to) = (source.rawValue, rawValue)
        do throws(SystemError) {
            _ = try attempt("ioctl FICLONE", clinux_clone(from, to))
            return true
        } catch {
            switch error.errno {
            case .notSupported, .crossDevice, .invalid, .notTerminal, .notImplemented: return false
            default: throw error
            }
        }
    }
}
