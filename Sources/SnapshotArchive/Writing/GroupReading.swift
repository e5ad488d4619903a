internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

/// One attempt to read files that belong together as they were at one moment, while nobody else writes to the zip.
///
/// Each of them is read at rest. If none has changed since then when all are read, there was a moment at which they all
/// were what was read.
struct GroupReading {
    private let job: PackingJob
    private let group: FileGroup
    private let paths: Set<BytePath>
    /// When reading began.
    private let began: FileTime
    private let end: Int64
    private let statistics: PackingStatistics
    private let progress: JobProgress.Snapshot

    /// What a change costs that is too fresh for its stamp to tell it from the next: waiting for so long at most.
    private static let patience: Duration = .milliseconds(200)

    /// Begins an attempt, after a moment of rest if there is one soon.
    init(_ job: PackingJob, _ group: FileGroup) throws {
        self.job = job
        self.group = group
        paths = Set(group.members.map { job.plan.items[$0].path })
        end = job.output.size
        statistics = job.results.withLock { $0.statistics }
        progress = job.progress.snapshot()
        job.ledger.beginAttempt()
        began = try Self.rest(of: paths, job)
    }

    /// Waits until the last changes are over, and returns when that was.
    private static func rest(of paths: Set<BytePath>, _ job: PackingJob) throws -> FileTime {
        let deadline = MonotonicInstant.now + patience
        let nothing = Monitor(false)
        while true {
            let now = WallClock.now()
            let isAtRest = paths.allSatisfy { path in
                job.status(of: path)?.changed.isTold(fromChangesAfter: now) ?? true
            }
            if isAtRest || MonotonicInstant.now >= deadline { return now }
            try job.progress.checkCancelled()
            _ = nothing.wait(until: MonotonicInstant.now + .milliseconds(10)) { $0 ? true : nil }
        }
    }

    /// Packs what must be read, or is not what it was known to be.
    func read() throws {
        var packer = FilePacker(job, isGrouped: true)
        for index in group.members {
            let item = job.plan.items[index]
            let isKnown = stands(item, index, job.status(of: item.path))
            if isKnown, item.source == .standing { continue }
            try packer.pack(index, isLast: true, isLive: !isKnown)
        }
        try packer.finish()
        let large = job.results.withLock { results in
            defer { results.large = [] }
            return results.large.sorted()
        }
        guard !large.isEmpty else { return }
        var largePacker = LargeFilePacker(job, isGrouped: true)
        for index in large { try largePacker.pack(index, isLast: true) }
        try largePacker.finish()
    }

    /// Whether all are still what was read or known, and none has come.
    func isWhole() -> Bool {
        let outcomes = job.results.withLock { $0.outcomes }
        let areWhole = group.members.allSatisfy { index in
            let item = job.plan.items[index]
            let now = job.status(of: item.path)
            switch outcomes[index] {
            case .stored(let status, _):
                return now.map { $0.isAlike(status) } == true
                    && status.changed.isTold(fromChangesAfter: began)
            case .torn, .parted: return false
            case .vanished, .displaced: return now.isNothing
            // The snapshot says so of that file, which is all that can be said.
            case .unreadable: return true
            case nil: return stands(item, index, now)
            }
        }
        guard areWhole else { return false }
        return CompanionName.companions(of: group.base).allSatisfy {
            paths.contains($0) || job.plan.leavesOut($0) || job.status(of: $0).isNothing
        }
    }

    private func stands(_ item: ArchiveItem, _ index: Int, _ now: FileStatus?) -> Bool {
        guard let known = group.known[index], let now else { return false }
        return now.kind == .file && now.device == known.device && now.inode == known.inode
            && now.changed == known.changed && now.size == item.entry.size
            && now.modified == item.entry.modified
    }

    /// Takes everything back that the attempt brought.
    func undo() {
        job.results.withLock { results in
            for index in group.members {
                if let content = results.outcomes[index]?.content {
                    job.plan.signing?.forget(content)
                }
                results.forget(index)
            }
            results.statistics = statistics
        }
        job.ledger.undoAttempt()
        job.output.moveEnd(to: end)
        let now = job.progress.snapshot()
        job.progress.add(files: progress.files - now.files, bytes: progress.bytes - now.bytes)
    }

    /// Says of what was read that it may not fit together.
    func part() {
        job.results.withLock { results in
            for index in group.members {
                guard case .stored(let status, let content) = results.outcomes[index] else {
                    continue
                }
                results.outcomes[index] = .parted(status: status, content: content)
            }
        }
    }
}

extension PackingJob {
    /// What is at a path now, `nil` if there is nothing or it cannot be known.
    fileprivate func status(of path: BytePath) -> FileStatus? {
        try? root.openBeneath(path, [.pathOnly, .noFollow]).status()
    }
}

extension FileTime {
    /// Whether any change from a moment on would have another stamp than this.
    ///
    /// One of the future is by another clock, which changes from now on may follow: then they differ.
    fileprivate func isTold(fromChangesAfter moment: FileTime) -> Bool {
        isSettled(before: moment) || moment.isSettled(before: self)
    }
}

extension FileStatus {
    /// Whether nothing happened to the file between this and another state of it.
    fileprivate func isAlike(_ other: FileStatus) -> Bool {
        identity == other.identity && size == other.size && modified == other.modified
            && changed == other.changed
    }
}

extension FileStatus? {
    /// Whether there is no file, or one of nothing, which to SQLite is the same.
    fileprivate var isNothing: Bool {
        guard let self, self.kind == .file else { return true }
        return self.size == 0
    }
}
