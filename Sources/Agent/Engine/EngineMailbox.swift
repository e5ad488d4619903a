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
    case housekeeping
    /// Nothing yet, but something is due sooner than was waited for.
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
    /// Whether the agent stops.
    var isStopping = false
    /// When the next regular work is due: the verification walk, the end of a grace time.
    var housekeepingDue: MonotonicInstant
    /// The work under way, for `status` and for cancelling.
    var current: EngineJob?

    init(settler: Settler, housekeepingDue: MonotonicInstant) {
        self.settler = settler
        self.housekeepingDue = housekeepingDue
    }

    /// When the thread must look again though nothing comes in.
    var deadline: MonotonicInstant {
        guard rootGone == nil, let settled = settler.deadline else { return housekeepingDue }
        return min(settled, housekeepingDue)
    }

    /// Tells the settler what happened, and keeps in mind what it wants.
    mutating func tell(_ event: Settler.Event, at now: MonotonicInstant) {
        if event == .snapshotStarted { isSnapshotDue = false }
        if settler.handle(event, at: now) == .takeSnapshot { isSnapshotDue = true }
    }

    /// The next thing to do at `now`, `nil` to wait.
    mutating func nextTurn(at now: MonotonicInstant) -> EngineTurn? {
        if isStopping { return .stop }
        if rootChanged {
            rootChanged = false
            if let rootGone { return .rootGone(rootGone) }
            return .rootBack
        }
        if !jobs.isEmpty { return .job(jobs.removeFirst()) }
        if rootGone == nil {
            tell(.tick, at: now)
            if isSnapshotDue { return .snapshot(.change) }
        }
        return now >= housekeepingDue ? .housekeeping : nil
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
        case .rootBack:
            rootGone = nil
            rootChanged = true
        case .degraded:
            break
        }
    }
}
