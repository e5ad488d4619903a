internal import CLinux

/// An open file, directory, socket or pipe that closes itself: see open(2).
package struct FileDescriptor: ~Copyable, Sendable {
    /// The kernel's number for it.
    package let rawValue: CInt

    /// Takes over an open descriptor, which nobody else may close.
    package init(adopting rawValue: CInt) {
        self.rawValue = rawValue
    }

    deinit {
        _ = clinux_close(rawValue)
    }

    /// Closes it and says what went wrong, as NFS does that late: see close(2).
    package consuming func close() throws(SystemError) {
        let number = rawValue
        discard self
        try attempt("close", clinux_close(number))
    }

    /// Gives the number away without closing it.
    package consuming func release() -> CInt {
        let number = rawValue
        discard self
        return number
    }

    /// A second descriptor of the same open file: see fcntl(2), F_DUPFD_CLOEXEC.
    package borrowing func duplicate() throws(SystemError) -> FileDescriptor {
        let number = rawValue
        return FileDescriptor(adopting: CInt(try attempt("fcntl", clinux_duplicate(number))))
    }

    /// Whether calls return EAGAIN rather than wait: see fcntl(2), O_NONBLOCK.
    package borrowing func setNonBlocking(_ isNonBlocking: Bool) throws(SystemError) {
        let number = rawValue
        try attempt("fcntl", clinux_set_non_blocking(number, isNonBlocking ? 1 : 0))
    }
}
