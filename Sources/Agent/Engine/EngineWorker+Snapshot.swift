import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import Synchronization
import TreeScanning
import TreeWatching

/// What taking a snapshot came to.
enum SnapshotResult: Sendable {
    /// A new snapshot is durable.
    case created(StoredSnapshot)
    /// Nothing differs from this snapshot, so none was made.
    case unchanged(StoredSnapshot)

    /// The snapshot that now equals the directory.
    var snapshot: StoredSnapshot {
        switch self {
        case .created(let snapshot), .unchanged(let snapshot): snapshot
        }
    }
}

extension EngineWorker {
    /// What is wrong until a snapshot succeeds.
    static let lasting: [ErrorCode] = [.storeFull, .ioError, .paused, .readOnly, .internal]

    /// Takes a snapshot for the agent's own reasons: a failure becomes an alarm and is tried again later.
    @discardableResult
    func snapshotOrReport(_ reason: SnapshotReason) -> SnapshotResult? {
        let progress = JobProgress()
        let job = EngineJob(name: "snapshot", progress: progress, body: { _ in }, refuse: {})
        engine.mailbox.update { $0.current = job }
        defer { engine.mailbox.update { $0.current = nil } }
        do throws(UserError) {
            return try takeSnapshot(reason, progress: progress)
        } catch {
            if error.code != .interrupted { engine.raise(error) }
            return nil
        }
    }

    /// Takes a snapshot if anything differs from the newest one, or always if `evenIfUnchanged`.
    ///
    /// What changed is forgotten by the watcher only when the snapshot is durable. What is `suspecting` is looked at
    /// though no event told of it.
    func takeSnapshot(
        _ reason: SnapshotReason, evenIfUnchanged: Bool = false, label: String? = nil,
        suspecting suspects: DirtySet = DirtySet(), progress: JobProgress
    ) throws(UserError) -> SnapshotResult {
        let began = MonotonicInstant.now
        engine.mailbox.update { $0.tell(.snapshotStarted, at: began) }
        engine.published.withLock { $0.isSnapshotting = true }
        var dirty = DirtySet()
        var succeeded = false
        defer {
            let ended = MonotonicInstant.now
            if !succeeded { services.watcher.putBack(engine.watchID, dirty) }
            told = DirtySet()
            // The first one reads everything: what it took says nothing of the next.
            let cost = reason == .startup ? .zero : ended - began
            let event = Settler.Event.snapshotFinished(cost: cost, succeeded: succeeded)
            engine.mailbox.update { state in
                state.tell(event, at: ended)
                state.endsAtOnce = false
            }
            if succeeded { forgetSavedChanges() }
            engine.published.withLock { $0.isSnapshotting = false }
            ProcessMemory.releaseUnused()
        }
        do throws(UserError) {
            return try explaining {
                try checkRoot()
                try checkStore()
                dirty = services.watcher.syncPoint(engine.watchID)
                told = dirty
                dirty.formUnion(suspects)
                let result = try sweepingIfFull(progress) {
                    try store.whileBuilding {
                        try makeSnapshot(
                            reason, dirty: dirty, evenIfUnchanged: evenIfUnchanged, began: began,
                            progress: progress)
                    }
                }
                succeeded = true
                try settleAfter(result, label: label)
                return result
            }
        } catch {
            tellLasting(error)
            throw error
        }
    }

    /// Has the snapshot under way be given up as soon as the agent is to stop.
    ///
    /// - Throws: `interrupted` if it is to stop already.
    func endAtOnceWhenStopped(_ progress: JobProgress) throws(UserError) {
        engine.mailbox.update { state in
            state.endsAtOnce = true
            guard state.isStopping else { return }
            state.isCutShort = true
            progress.cancel()
        }
        try progress.checkCancelled()
    }

    /// Makes it an alarm what keeps the next snapshot from being taken too, and has that tried soon.
    private func tellLasting(_ error: UserError) {
        guard Self.lasting.contains(error.code) else { return }
        engine.raise(error)
        engine.mailbox.update { $0.tell(.changed(deletesOnly: false), at: .now) }
    }

    /// Runs `body`; on a full disk, removes what no snapshot needs any more, which takes no room, and runs it again.
    ///
    /// This cannot be done while the snapshot is being made: it may lean on anything.
    private func sweepingIfFull<Result>(
        _ progress: JobProgress, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as UserError where error.code == .storeFull {
            var options = SweepOptions.now
            options.recompresses = false
            let outcome = try engine.sweep(progress) { () throws(UserError) in
                try store.sweep(options, progress: progress)
            }
            guard outcome.removed > 0 else { throw error }
            return try body()
        }
    }

    /// Takes back a window that the watcher opened before the sync point took its changes.
    private func forgetSavedChanges() {
        // Taken before the watcher is asked: what it tells from now on is later than this.
        let moment = MonotonicInstant.now
        guard services.watcher.statistics(engine.watchID).dirty == 0 else { return }
        engine.mailbox.update { $0.tell(.saved(until: moment), at: moment) }
    }
}
