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
    /// The state of the catalog that the last scan was compared with.
    var scannedGeneration = -1

    init(engine: DatasetEngine) {
        self.engine = engine
    }

    var store: Store { engine.store }
    var services: AgentServices { engine.services }
    var name: String { engine.configuration.name }

    /// Serves until the engine is stopped; a first snapshot comes first.
    func run() {
        if let result = snapshotOrReport(.startup) {
            let action = engine.firstSnapshot.withLock { $0.take() }
            action?(result)
        }
        while true {
            let turn = nextTurn()
            switch turn {
            case .job(let job): run(job)
            case .snapshot(let reason): snapshotOrReport(reason)
            case .rootGone(let reason): pause(reason)
            case .rootBack: resumeAfterPause()
            case .housekeeping: keepHouse()
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
        let waits = engine.mailbox.read { $0.settler.oldestUnsaved != nil }
        if waits, !isPaused { snapshotOrReport(.change) }
        refuseWaitingJobs()
    }

    private func refuseWaitingJobs() {
        let jobs = engine.mailbox.update { state -> [EngineJob] in
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job.refuse() }
    }
}
