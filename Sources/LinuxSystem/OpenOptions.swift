internal import CLinux
internal import Glibc

/// How a file is opened; O_CLOEXEC is always set: see open(2).
package struct OpenOptions: OptionSet, Sendable {
    /// The flags as the kernel knows them.
    package let rawValue: CInt

    /// Makes options from the kernel's flags.
    package init(rawValue: CInt) {
        self.rawValue = rawValue
    }

    /// O_RDONLY.
    package static let readOnly: OpenOptions = []
    /// O_WRONLY.
    package static let writeOnly = OpenOptions(rawValue: O_WRONLY)
    /// O_RDWR.
    package static let readWrite = OpenOptions(rawValue: O_RDWR)
    /// O_CREAT: make the file if it is not there.
    package static let create = OpenOptions(rawValue: O_CREAT)
    /// O_EXCL: fail if it is there.
    package static let exclusive = OpenOptions(rawValue: O_EXCL)
    /// O_TRUNC: drop what it holds.
    package static let truncate = OpenOptions(rawValue: O_TRUNC)
    /// O_APPEND: write at its end only.
    package static let append = OpenOptions(rawValue: O_APPEND)
    /// O_NOFOLLOW: fail on a symbolic link.
    package static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
    /// O_NONBLOCK: do not wait for the other end of a FIFO.
    package static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
    /// O_DIRECTORY: fail on anything but a directory.
    package static let directory = OpenOptions(rawValue: O_DIRECTORY)
    /// O_PATH: a handle for the *at calls only.
    package static let pathOnly = OpenOptions(rawValue: clinux_o_path)
    /// O_TMPFILE: a file without a name in the directory given.
    package static let temporary = OpenOptions(rawValue: clinux_o_tmpfile)
    /// O_NOATIME: do not touch the access time; owners and root only.
    package static let noAccessTime = OpenOptions(rawValue: clinux_o_noatime)
}
