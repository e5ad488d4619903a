package import SnapshotModel

extension SystemError {
    /// The error as a person sees it, where nobody above knows better.
    package func asUserError() -> UserError {
        let subject = path.map { String(decoding: $0.bytes, as: UTF8.self) }
        let object = subject.map { " \($0)" } ?? ""
        return UserError(
            errno == .readOnlyFileSystem ? .readOnly : .ioError, "cannot \(verb)\(object)",
            why: errno.message, remedy: remedy, subject: subject)
    }

    private var verb: String {
        switch operation {
        case "open", "openat", "openat2": "open"
        case "statx": "examine"
        case "read", "pread": "read"
        case "write", "pwrite", "copy_file_range", "ftruncate", "fallocate": "write"
        case "getdents64", "lseek": "list"
        case "mkdirat", "mknodat", "symlinkat", "O_TMPFILE": "create"
        case "linkat": "link"
        case "unlinkat": "remove"
        case "renameat", "renameat2": "rename"
        case "fsync", "fdatasync", "syncfs": "secure on the disk"
        case "fchmod", "fchmodat": "set the mode of"
        case "fchown", "fchownat": "set the owner of"
        case "futimens", "utimensat": "set the times of"
        case "flock": "lock"
        case "connect": "connect to"
        case "bind", "listen": "listen at"
        default: operation
        }
    }

    private var remedy: String {
        switch errno {
        case .accessDenied, .notPermitted:
            "check the owner and mode of the path, and which user runs this"
        case .noSpace, .quotaExceeded: "free space on that file system, or raise the quota"
        case .readOnlyFileSystem: "mount the file system read-write, or choose another place"
        case .tooManyFiles, .tooManyFilesInSystem: "raise the limit of open files (ulimit -n)"
        case .noEntry, .notDirectory: "check the path"
        case .io, .stale: "check the disk: the kernel's log (journalctl -k) may say more"
        default: "try again; the kernel's log (journalctl -k) may say more"
        }
    }
}
