internal import LinuxSystem
internal import SnapshotModel

/// Why a directory is not watched.
struct UncoveredReason: Hashable {
    var words: String
    var isBeyondLimit: Bool
}

/// What the engine knows of one tree.
final class RootState {
    let specification: WatchedRoot
    let report: @Sendable (WatchReport) -> Void

    /// The root's directory as it was last seen at its path.
    var identity: FileIdentity
    /// Whether a file system is mounted right there.
    var isMountPoint: Bool
    var isPresent = true
    /// The directory that is at the path in place of the awaited one.
    var standIn: FileIdentity?
    /// The root directory's own watch.
    var watch: Int32?
    /// The watch on the nearest directory above that exists, and the name awaited in it.
    var ancestor: (watch: Int32, name: [UInt8])?

    /// What was mounted in the tree when it was last looked at; `nil` before.
    var mounts: Set<[UInt8]>?

    var dirty = DirtySet()
    /// Whether somebody was told that something is dirty since the last time it was handed out.
    ///
    /// What a walk found or a failed snapshot gave back comes with no event that would tell. A new tree is scanned anyway.
    var isTold = true
    var names = NameWindow()
    var uncovered: [BytePath: UncoveredReason] = [:]
    var walks = 0

    /// When to walk the whole tree again, and how long to wait for the next time.
    var walkDue: MonotonicInstant?
    var walkDelay = WalkDelay()

    /// What the present round of events brought.
    var changed = false
    var onlyDeletes = true
    var isMoreUncovered = false

    init(
        _ specification: WatchedRoot, identity: FileIdentity, isMountPoint: Bool,
        report: @escaping @Sendable (WatchReport) -> Void
    ) {
        self.specification = specification
        self.identity = identity
        self.isMountPoint = isMountPoint
        self.report = report
    }

    var id: Int { specification.id }

    /// Notes a change that matters, of a name or of anything in a directory.
    ///
    /// - Returns: Whether more names of the directory would say nothing.
    @discardableResult
    func noteChange(in directory: BytePath, named name: [UInt8]? = nil, isDelete: Bool) -> Bool {
        changed = true
        if !isDelete { onlyDeletes = false }
        return dirty.insert(directory, name.map { .names([$0]) } ?? .everything)
    }

    /// Notes that only a walk can tell, and says so.
    func noteEverything(_ reason: String) {
        let isNews = !dirty.everything
        dirty.insertEverything(reason)
        guard isNews else { return }
        isTold = true
        report(.everything(reason: reason))
    }

    /// Notes a directory that cannot be watched.
    func noteUncovered(_ path: BytePath, _ words: String, isBeyondLimit: Bool = false) {
        let reason = UncoveredReason(words: words, isBeyondLimit: isBeyondLimit)
        if uncovered.updateValue(reason, forKey: path) == nil { isMoreUncovered = true }
    }

    /// Reports what the round brought, and forgets it.
    func endRound(at now: MonotonicInstant, isSilent: Bool) {
        if !isSilent, changed || !isTold && !dirty.isEmpty {
            isTold = true
            report(.changed(deletesOnly: changed && onlyDeletes, at: now))
        }
        if isMoreUncovered { report(.degraded) }
        changed = false
        onlyDeletes = true
        isMoreUncovered = false
    }
}

/// How long to wait before a walk that lost events made necessary.
///
/// A storm of events would otherwise cause walks without end.
struct WalkDelay {
    private static let shortest = Duration.milliseconds(100)
    private static let longest = Duration.seconds(60)

    private var current = shortest
    /// When the last walk was due.
    private var last: MonotonicInstant?

    /// The moment for a walk that is asked for now.
    mutating func next(after now: MonotonicInstant) -> MonotonicInstant {
        if let last, now - last < Self.longest {
            current = min(current * 2, Self.longest)
        } else {
            current = Self.shortest
        }
        // Not when it was asked for: the longest wait would pass for a minute of peace.
        let due = now + current
        last = due
        return due
    }
}
