internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

/// One restore on its way, shared by the threads that write files.
final class RestoreJob: Sendable {
    /// What is found out on the way.
    struct Findings {
        var summary = RestoreSummary()
        /// Directories that could not be made: nothing is tried below them.
        var lost: Set<BytePath> = []
        /// Directories whose names were changed, so that their time must be set back.
        var touched: Set<BytePath> = []
        /// Modes of directories that were made writable for the time.
        var unlocked: [(path: BytePath, mode: UInt32)] = []
        /// Directories that are filled under temporary names, as long as something else has their places.
        var hidden: [BytePath: HiddenDirectory] = [:]
        /// Inodes of several names whose times were set.
        var adjusted: Set<FileIdentity> = []
        /// Files that wait for the directory in their place to go.
        var waiting: [PreparedFile] = []
        /// Failures by the item's index.
        var failures: [(index: Int, failure: RestoreFailure)] = []
    }

    /// A complete file under a temporary name.
    struct PreparedFile {
        var index: Int
        var directory: BytePath
        var temporary: [UInt8]
    }

    let root: FileDescriptor
    let plan: RestorePlan
    let contents: any SnapshotContents
    let progress: JobProgress
    /// Whether the root is a new directory that nobody sees yet, so that files get their names at once.
    let isBeside: Bool
    /// Whether so little is written that securing each file costs less than the whole file system.
    let isSmall: Bool
    let names = TemporaryNames()
    let links: LinkGroups
    let findings = Mutex(Findings())

    init(
        root: consuming FileDescriptor, plan: RestorePlan, contents: any SnapshotContents,
        progress: JobProgress, isBeside: Bool
    ) {
        self.root = root
        self.plan = plan
        self.contents = contents
        self.progress = progress
        self.isBeside = isBeside
        links = plan.links
        isSmall = plan.items.count { $0.action == .create || $0.action == .overwrite } <= 32
    }

    /// Does everything, in the order that loses nothing whenever it ends.
    func run(workers: Int) throws(SystemError) {
        makeDirectories()
        writeFiles(workers: workers)
        adjustFiles()
        if mayGoOn { writeLinks() }
        showDirectories()
        if mayGoOn { removeExtras() }
        finish()
        try secure()
    }

    /// What was done, complete only after ``run(workers:)``.
    var summary: RestoreSummary {
        var (summary, failures) = findings.withLock { ($0.summary, $0.failures) }
        failures.sort { $0.index < $1.index }
        summary.failed = plan.problems + failures.map(\.failure)
        summary.same = plan.counts.same
        summary.isStopped = progress.isCancelled
        let torn = plan.items.count { $0.entry.missing == .torn }
        if torn > 0 {
            summary.notApplied.append(
                "\(torn) \(torn == 1 ? "file was" : "files were") changing while the snapshot was "
                    + "taken; what was read last is restored")
        }
        return summary
    }

    /// Whether nobody cancelled and the target's file system still takes data.
    var mayGoOn: Bool {
        !progress.isCancelled && findings.withLock { $0.summary.abandoned == nil }
    }

    /// Whether a path lies below a directory that could not be made.
    func isLost(_ path: BytePath) -> Bool {
        findings.withLock { findings in
            guard !findings.lost.isEmpty else { return false }
            var path = path
            while let parent = path.parent {
                if findings.lost.contains(parent) { return true }
                path = parent
            }
            return false
        }
    }

    /// Whether an item is not as in the snapshot although it was tried.
    func hasFailed(_ index: Int) -> Bool {
        findings.withLock { findings in
            findings.failures.contains { $0.index == index && $0.failure.code.isLoss }
        }
    }

    /// Stops the rest, because the target's file system does not take more.
    func abandon(because reason: String) {
        findings.withLock { $0.summary.abandoned = reason }
    }

    /// Remembers that a name failed, and gives up if that is because the disk does not take more.
    func fail(_ index: Int, _ failure: RestoreFailure, because errno: Errno? = nil) {
        findings.withLock { $0.failures.append((index, failure)) }
        switch errno {
        case .noSpace, .quotaExceeded, .readOnlyFileSystem, .io: abandon(because: failure.message)
        default: break
        }
    }

    /// Remembers that a name failed for what the system said.
    func fail(_ index: Int, _ path: BytePath, _ error: SystemError) {
        fail(index, RestoreFailure(path: path, error: error), because: error.errno)
    }

    /// Counts a name that is as in the snapshot now.
    func succeed(_ item: RestoreItem) {
        findings.withLock { findings in
            if let path = findings.hiddenDirectory(of: item.path) {
                findings.hidden[path]?.succeeded.append(item)
                return
            }
            findings.count(item)
        }
    }
}

extension RestoreJob.Findings {
    /// Counts a name that is as in the snapshot now.
    mutating func count(_ item: RestoreItem) {
        if item.entry.kind == .directory {
            summary.directories += 1
            if item.action == .overwrite { summary.overwritten.add(0) }
            return
        }
        switch item.action {
        case .create: summary.created.add(item.entry.size)
        case .overwrite: summary.overwritten.add(item.entry.size)
        case .adjust: summary.adjusted.add(item.entry.size)
        case .same: break
        }
    }
}

extension RestoreFailure {
    /// Makes a failure of what the system said.
    init(path: BytePath, error: SystemError) {
        let code: Code =
            switch error.errno {
            case .accessDenied, .notPermitted: .denied
            case .noSpace, .quotaExceeded: .noSpace
            case .isDirectory, .notEmpty, .exists, .loop, .notDirectory: .inTheWay
            default: .ioError
            }
        self.init(path: path, code: code, message: error.errno.message)
    }
}
