internal import CLinux
internal import Glibc

/// A reason why a system call failed: see errno(3).
package struct Errno: Error, Hashable, Sendable, BitwiseCopyable {
    /// The kernel's number for the reason.
    package let rawValue: CInt

    /// Makes a reason from the kernel's number for it.
    package init(rawValue: CInt) {
        self.rawValue = rawValue
    }

    /// ENOENT: there is nothing of that name.
    package static let noEntry = Errno(rawValue: ENOENT)
    /// EEXIST: the name is taken.
    package static let exists = Errno(rawValue: EEXIST)
    /// EACCES: permission bits forbid it.
    package static let accessDenied = Errno(rawValue: EACCES)
    /// EPERM: only the owner, or root, may do it.
    package static let notPermitted = Errno(rawValue: EPERM)
    /// EINTR: a signal came in between.
    package static let interrupted = Errno(rawValue: EINTR)
    /// EAGAIN: not now.
    package static let again = Errno(rawValue: EAGAIN)
    /// ENOSPC: the file system is full.
    package static let noSpace = Errno(rawValue: ENOSPC)
    /// EDQUOT: the user's quota is used up.
    package static let quotaExceeded = Errno(rawValue: EDQUOT)
    /// EROFS: the file system is mounted read-only.
    package static let readOnlyFileSystem = Errno(rawValue: EROFS)
    /// ENOTDIR: a component of the path is not a directory.
    package static let notDirectory = Errno(rawValue: ENOTDIR)
    /// EISDIR: the name is a directory's.
    package static let isDirectory = Errno(rawValue: EISDIR)
    /// ELOOP: a symbolic link where none may be, or too many.
    package static let loop = Errno(rawValue: ELOOP)
    /// ENOTEMPTY: the directory holds something.
    package static let notEmpty = Errno(rawValue: ENOTEMPTY)
    /// EINVAL: the call makes no sense to the kernel.
    package static let invalid = Errno(rawValue: EINVAL)
    /// EOPNOTSUPP: the file system cannot do it.
    package static let notSupported = Errno(rawValue: EOPNOTSUPP)
    /// ENOSYS: the kernel does not have the call.
    package static let notImplemented = Errno(rawValue: ENOSYS)
    /// ENOTTY: the file does not know the request.
    package static let notTerminal = Errno(rawValue: ENOTTY)
    /// EXDEV: the two sides are on different file systems, or the path would leave its root.
    package static let crossDevice = Errno(rawValue: EXDEV)
    /// ETXTBSY: a running program's file.
    package static let textBusy = Errno(rawValue: ETXTBSY)
    /// EBUSY: in use, such as a mount point.
    package static let busy = Errno(rawValue: EBUSY)
    /// ENAMETOOLONG: a name of more than 255 bytes, or a path of more than 4095.
    package static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
    /// EMFILE: the process has too many open files.
    package static let tooManyFiles = Errno(rawValue: EMFILE)
    /// ENFILE: the machine has too many open files.
    package static let tooManyFilesInSystem = Errno(rawValue: ENFILE)
    /// ENOMEM: the kernel has no memory for it.
    package static let noMemory = Errno(rawValue: ENOMEM)
    /// EFBIG: larger than allowed.
    package static let fileTooBig = Errno(rawValue: EFBIG)
    /// EIO: the device failed, or delivered less than it said.
    package static let io = Errno(rawValue: EIO)
    /// ENXIO: nobody at the other end, such as of a FIFO.
    package static let noDevice = Errno(rawValue: ENXIO)
    /// EBADF: not an open descriptor, or not open for this.
    package static let badDescriptor = Errno(rawValue: EBADF)
    /// ESTALE: a network file system lost the file.
    package static let stale = Errno(rawValue: ESTALE)
    /// ENODATA: no such extended attribute.
    package static let noData = Errno(rawValue: ENODATA)
    /// ERANGE: the room given is too small.
    package static let outOfRange = Errno(rawValue: ERANGE)
    /// E2BIG: the list is too long.
    package static let listTooLong = Errno(rawValue: E2BIG)
    /// EPIPE: the reader of a pipe or socket is gone.
    package static let brokenPipe = Errno(rawValue: EPIPE)
    /// ECONNREFUSED: nobody listens at the socket.
    package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
    /// ECONNRESET: the other end went away in the middle.
    package static let connectionReset = Errno(rawValue: ECONNRESET)
    /// EADDRINUSE: somebody listens at the socket already.
    package static let addressInUse = Errno(rawValue: EADDRINUSE)
    /// ESRCH: there is no such process.
    package static let noProcess = Errno(rawValue: ESRCH)

    /// The constant's name, such as `ENOENT`.
    package var name: String {
        guard let text = unsafe clinux_errno_name(rawValue) else { return "errno \(rawValue)" }
        return unsafe String(cString: text)
    }

    /// The C library's words for it in lower case, such as `no such file or directory`.
    package var message: String {
        guard let text = unsafe clinux_errno_message(rawValue) else { return name }
        let words = unsafe String(cString: text)
        guard let first = words.first, words.dropFirst().first?.isLowercase == true else {
            return words
        }
        return first.lowercased() + words.dropFirst()
    }
}
