package import SnapshotModel

extension Errno {
    /// What it says about who reads a file, `nil` where it may say something about the file.
    package var obstacle: Obstacle? {
        switch self {
        case .tooManyFiles, .tooManyFilesInSystem, .noMemory, .interrupted, .again: .shortage
        case .accessDenied, .notPermitted, .stale: .access
        default: nil
        }
    }
}

extension SystemError {
    /// The error as a person sees it, where nobody above knows better.
    package func asUserError() -> UserError {
        let object = path.map { " \($0.display)" } ?? ""
        var failure = UserError(
            errno == .readOnlyFileSystem ? .readOnly : .ioError, "\(activity)\(object) failed",
            why: errno.message, remedy: remedy, subject: path?.display)
        failure.obstacle = errno.obstacle
        return failure
    }

    private var activity: String {
        switch operation {
        case "open", "openat", "openat2": "opening"
        case "statx": "examining"
        case "read", "pread", "readlinkat": "reading"
        case "write", "pwrite", "copy_file_range", "ftruncate", "fallocate": "writing"
        case "getdents64", "lseek": "listing"
        case "mkdirat", "mknodat", "symlinkat", "O_TMPFILE": "creating"
        case "linkat": "linking"
        case "unlinkat": "removing"
        case "renameat", "renameat2": "renaming"
        case "fsync", "fdatasync", "syncfs": "securing on the disk"
        case "fchmod", "fchmodat": "setting the mode of"
        case "fchown", "fchownat": "setting the owner of"
        case "futimens", "utimensat": "setting the times of"
        case "flock": "locking"
        case "connect": "connecting to"
        case "bind", "listen": "listening at"
        case "inotify_add_watch": "watching"
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
