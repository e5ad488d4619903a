import Configuration
import LinuxSystem
import SnapshotModel
import SnapshotStore
import Synchronization
import TreeScanning
import TreeWatching

/// An engine's thread: what only it touches, and its loop.
final class EngineWorker {
    let engine: DatasetEngine
    /// Whether saving rests because the root cannot be trusted.
    var isPaused = false
    /// Whether the next snapshot must compare everything, and why.
    var fullWalkReason: String? = "start"
    /// Whether the next full walk reads a sample of the files that look unchanged.
    var takesSample = false
    /// Directories that are not watched and are to be scanned with all below them.
    var unseenTrees: Set<BytePath> = []
    /// What the watcher told of for the snapshot under way.
    var told = DirtySet()
    /// Files whose content changed without a trace, until a snapshot has them.
    var rotten: Set<BytePath> = []
    /// Whether a file may have changed under a name that came and went.
    var isInDoubt = false
    /// When the last full walk ended, and what it cost.
    var lastWalk = (ended: MonotonicInstant.now, cost: Duration.zero)
    /// When the walk of the snapshot under way began, if it is a full one.
    var walkBegan: FileTime?
    /// Since when files could not be read in one piece.
    var torn: [BytePath: MonotonicInstant] = [:]
    /// What the snapshot just published is judged by.
    var evidence: Evidence?
    /// Snapshots that are published and not judged, for want of what that needs: nothing expires before they are.
    var unjudged: [(record: SnapshotRecord, evidence: Evidence)] = []
    /// What remembers how much of the tree was lost of late.
    var upheavals: UpheavalJudge
    /// What outlives the process.
    var memory: EngineMemory
    /// What notices suspend and clocks that are set.
    var clocks: ClockWatch
    /// Whether the file system shows layers that change without events.
    var isLayered = false
    /// Whether the log has the warning about such a file system, or one of the network.
    var isRemoteTold = false
    /// Whether zips can share blocks, once that is known.
    private(set) lazy var sharesBlocks = store.canShareBlocks()
    /// The state of the catalog that the last scan was compared with.
    var scannedGeneration = -1

    init(engine: DatasetEngine) {
        self.engine = engine
        clocks = ClockWatch(engine.services.clocks())
        memory = EngineMemory.read(engine.store.uuid)
        upheavals = UpheavalJudge(
            percent: engine.configuration.brake,
            remembering: memory.recentLosses(at: .now, wall: WallClock.now()))
    }

    var store: Store { engine.store }
    var services: AgentServices { engine.services }
    var name: String { engine.configuration.name }

    /// Serves until the engine is stopped; a first snapshot comes first.
    func run() {
        engine.showBrakes()
        recallAlarms()
        judgeNewest()
        let isRootThere = engine.mailbox.read { $0.rootGone == nil }
        let first = isRootThere ? snapshotOrReport(.startup) : nil
        let action = engine.firstSnapshot.withLock { $0.take() }
        action?(first)
        lookAtCoverage()
        while true {
            let turn = nextTurn()
            switch turn {
            case .job(let job): run(job)
            case .snapshot(let reason): snapshotOrReport(reason)
            case .rootGone(let reason): pause(reason)
            case .rootBack: resumeAfterPause()
            case .root: services.watcher.lookForRoot(engine.watchID)
            case .housekeeping: keepHouse()
            case .coverage: lookAtCoverage()
            case .timedScan: scanUncovered()
            case .doubt: settleDoubt()
            case .store: lookAtStore()
            case .suspects: engine.judgeSuspects()
            case .storeChanged: makeUpForZips()
            case .late: tellLate()
            case .proof(let content): prove(content)
            case .overdue: tellOverdue()
            case .waitAnew: continue
            case .stop:
                finishUp()
                return
            }
        }
    }

    private func nextTurn() -> EngineTurn {
        while true {
            let deadline = engine.mailbox.read { $0.deadline }
            let turn = engine.mailbox.wait(until: deadline) { state -> EngineTurn? in
                state.nextTurn(at: MonotonicInstant.now)
                    ?? (state.deadline < deadline ? .waitAnew : nil)
            }
            lookAtClocks()
            switch turn {
            case nil, .waitAnew: continue
            case let turn?: return turn
            }
        }
    }

    private func run(_ job: EngineJob) {
        engine.mailbox.update { $0.current = job }
        job.body(self)
        engine.mailbox.update { $0.current = nil }
        ProcessMemory.releaseUnused()
    }

    /// Ends with a last snapshot of what waits, unless that fails: the next start compares everything anyway.
    private func finishUp() {
        let waits = engine.mailbox.read { $0.settler.oldestUnsaved != nil && !$0.isCutShort }
        if waits, !isPaused { snapshotOrReport(.change) }
        refuseWaitingJobs()
        // Whoever opens the store next must be alone with it.
        engine.callOffSweep()
    }

    private func refuseWaitingJobs() {
        let jobs = engine.mailbox.update { state -> [EngineJob] in
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job.refuse() }
    }
}
