internal import Glibc

/// Which permissions new files lack: see umask(2).
package enum Umask {
    /// Leaves new files to their owner alone.
    package static func restrict() {
        umask(0o077)
    }
}

/// What the kernel lets this process use: see getrlimit(2).
package enum ResourceLimits {
    /// Raises the number of open files to what the process may have, and says what it is.
    @discardableResult
    package static func raiseOpenFiles() -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return 0
        }
        limit.rlim_cur = limit.rlim_max
        // A refusal leaves the limit that was there, which is still a working one.
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
