import LinuxSystem
import SnapshotModel
import TreeWatching

/// A piece of work for an engine's thread.
struct EngineJob: Sendable {
    /// What `status` calls it.
    let name: String
    /// Counts, and cancels, the work.
    let progress: JobProgress
    /// Does the work; must not throw: it hands its result to whoever waits.
    let body: @Sendable (EngineWorker) -> Void
    /// Tells whoever waits that the work will not be done.
    let refuse: @Sendable () -> Void
}

/// What an engine's thread is to do next.
enum EngineTurn: Sendable {
    case job(EngineJob)
    case snapshot(SnapshotReason)
    case rootGone(String)
    case rootBack
    /// The root was not at its place and is to be looked for.
    case root
    case housekeeping
    /// The watcher covers more or less than before.
    case coverage
    /// What cannot be watched is to be scanned.
    case timedScan
    /// A doubt that could wait is to be settled.
    case doubt
    /// The store was not at its place and is to be looked for.
    case store
    /// Zips of the store were changed by hand.
    case storeChanged
    /// What readers of the store met is to be judged.
    case suspects
    /// A change has waited for longer than the configuration promises.
    case late
    /// Everything was last compared longer ago than the configuration promises.
    case overdue
    /// A content that patches make is to be made once, to see that it is right.
    case proof(Digest)
    /// Nothing yet, but something is due sooner than was waited for, or the clocks are to be looked at.
    case waitAnew
    case stop
}

/// Everything other threads tell an engine's thread.
struct EngineMailbox: Sendable {
    /// Decides when changes have settled.
    private(set) var settler: Settler
    /// Whether the settler asked for a snapshot that has not begun.
    private var isSnapshotDue = false
    /// Work that clients asked for, in the order it came.
    var jobs: [EngineJob] = []
    /// Why the root cannot be seen, until it can.
    var rootGone: String?
    /// News of the root that the thread has not taken yet.
    var rootChanged = false
    /// When to look for the root again, which no event may tell of; `nil` while it is there.
    private var rootDue: MonotonicInstant?
    private static let rootPatience = Duration.seconds(5)
    /// Whether the agent stops.
    var isStopping = false
    /// Whether the work under way is given up when the agent stops, because what is done of it is not lost, or all of it
    /// is still to do.
    var endsAtOnce = false
    /// Whether work was given up because the agent stops.
    var isCutShort = false
    /// When the next regular work is due: the verification walk, the end of a grace time.
    var housekeepingDue: MonotonicInstant
    /// Whether the clocks are to be looked at.
    private var clockChanged = false
    /// Whether the watcher told of something that it cannot watch.
    var coverageChanged = false
    /// When what cannot be watched is to be scanned, `nil` if all is watched.
    var scanDue: MonotonicInstant?
    /// When a doubt is to be settled that only a walk can settle, `nil` if there is none.
    var doubtDue: MonotonicInstant?
    /// When to look for the store again, `nil` while it is where it should be.
    var storeDue: MonotonicInstant?
    /// When to judge what looked damaged to who read it, `nil` if nothing did.
    var suspectsDue: MonotonicInstant?
    /// Whether zips of the store were found to be changed by hand.
    var storeChanged = false
    /// The file that could not be read in one piece for the longest time, and since when.
    var restless: RestlessFile?
    /// When everything should have been compared again at the latest, `nil` if that is told already.
    var walkOverdue: MonotonicInstant?
    /// Whether the promise is known to be broken.
    var isLate = false
    /// The oldest that an unsaved change may get.
    private let promise: Duration
    /// Contents that patches make and that were not read back yet.
    var unproven: [Digest] = []
    /// The work under way, for `status` and for cancelling.
    var current: EngineJob?

    init(settler: Settler, promise: Duration, housekeepingDue: MonotonicInstant) {
        self.settler = settler
        self.promise = promise
        self.housekeepingDue = housekeepingDue
    }

    /// When the thread must look again though nothing comes in.
    var deadline: MonotonicInstant {
        let due =
            rootGone == nil
            ? [settler.deadline, lateDue, scanDue, doubtDue, storeDue, suspectsDue, walkOverdue]
            : [rootDue, suspectsDue]
        return due.compactMap(\.self).reduce(housekeepingDue, min)
    }

    /// When the oldest change happened that no snapshot holds as it should.
    var oldestUnsaved: MonotonicInstant? {
        [settler.oldestUnsaved, restless?.since].compactMap(\.self).min()
    }

    /// When the oldest unsaved change is older than promised, `nil` if that is known or nothing waits.
    private var lateDue: MonotonicInstant? {
        isLate ? nil : oldestUnsaved.map { $0 + promise }
    }

    /// Tells the settler what happened, and keeps in mind what it wants.
    mutating func tell(_ event: Settler.Event, at now: MonotonicInstant) {
        if event == .snapshotStarted { isSnapshotDue = false }
        if settler.handle(event, at: now) == .takeSnapshot { isSnapshotDue = true }
    }

    /// The next thing to do at `now`, `nil` to wait.
    mutating func nextTurn(at now: MonotonicInstant) -> EngineTurn? {
        if isStopping { return .stop }
        if clockChanged {
            clockChanged = false
            return .waitAnew
        }
        if rootChanged {
            rootChanged = false
            if let rootGone { return .rootGone(rootGone) }
            return .rootBack
        }
        if !jobs.isEmpty { return .job(jobs.removeFirst()) }
        // Where the directory is gone the store is all there is.
        if let suspectsDue, suspectsDue <= now { return .suspects }
        if let due = rootDue, due <= now {
            rootDue = now + Self.rootPatience
            return .root
        }
        if rootGone == nil {
            tell(.tick, at: now)
            if isSnapshotDue { return .snapshot(.change) }
            if coverageChanged {
                coverageChanged = false
                return .coverage
            }
            if let scanDue, scanDue <= now { return .timedScan }
            if let doubtDue, doubtDue <= now { return .doubt }
            if let storeDue, storeDue <= now { return .store }
            if storeChanged {
                storeChanged = false
                return .storeChanged
            }
            if let lateDue, lateDue <= now {
                isLate = true
                return .late
            }
            if let due = walkOverdue, due <= now {
                walkOverdue = nil
                return .overdue
            }
        }
        if now >= housekeepingDue { return .housekeeping }
        if rootGone == nil, !unproven.isEmpty { return .proof(unproven.removeFirst()) }
        return nil
    }

    /// Whether something waits that what is done for want of better must not hold up.
    func isUrgent(at now: MonotonicInstant) -> Bool {
        isStopping || rootChanged || !jobs.isEmpty || isSnapshotDue
            || settler.deadline.map { $0 <= now } ?? false
    }

    /// Takes in what the watcher saw.
    mutating func take(_ report: WatchReport, at now: MonotonicInstant) {
        switch report {
        case .changed(let deletesOnly, let seen):
            tell(.changed(deletesOnly: deletesOnly), at: seen)
        case .everything:
            tell(.changed(deletesOnly: false), at: now)
        case .rootGone(let reason):
            rootGone = reason
            rootChanged = true
            rootDue = now + Self.rootPatience
        case .rootBack:
            rootGone = nil
            rootChanged = true
            rootDue = nil
        case .degraded:
            coverageChanged = true
        case .clockChanged:
            clockChanged = true
        }
    }
}
