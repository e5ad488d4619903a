import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotModel
import SnapshotStore
import StoreCommands
import Synchronization

/// A sweep that runs.
struct RunningSweep: Sendable {
    var progress: JobProgress
    /// Whether nobody asked for it.
    var isIdle: Bool
}

/// Sweeps of the store, of which one runs at a time, beside the snapshots and on a thread of its own.
extension DatasetEngine {
    /// Starts a sweep that leaves the disk and the processors to everybody else, unless one runs.
    func sweepWhileIdle() {
        let progress = JobProgress()
        guard beginSweep(RunningSweep(progress: progress, isIdle: true)) else { return }
        do throws(SystemError) {
            try Thread.detach(name: "sweeper") { [self] in
                defer { endSweep() }
                ThreadPriority.makeIdle()
                do throws(UserError) {
                    try store.copyTreesIfDue(progress)
                    var options = SweepOptions()
                    options.recompresses = configuration.recompress
                    tell(try store.sweep(options, progress: progress))
                } catch {
                    if error.code != .interrupted { raise(error) }
                }
            }
        } catch {
            endSweep()
            raise(error.asUserError())
        }
    }

    /// Runs a sweep for a client: one while idle makes way, that of another client does not.
    func sweep<Result>(
        _ progress: JobProgress, _ body: () throws(UserError) -> Result
    ) throws(UserError) -> Result {
        while !beginSweep(RunningSweep(progress: progress, isIdle: false)) {
            try progress.checkCancelled()
            sweeping.read { if $0?.isIdle == true { $0?.progress.cancel() } }
            _ = sweeping.wait(until: MonotonicInstant.now + .milliseconds(100)) {
                $0 == nil ? true : nil
            }
        }
        defer { endSweep() }
        return try body()
    }

    /// Lets others sweep while `body` runs in a sweep of the caller's.
    func letSweep(
        _ progress: JobProgress, _ body: () throws(UserError) -> Void
    ) throws(UserError) {
        endSweep()
        let result = Result { () throws(UserError) in try body() }
        // Whoever sweeps now is waited for, though the work was called off: the caller ends its sweep.
        while !beginSweep(RunningSweep(progress: progress, isIdle: false)) {
            _ = sweeping.wait(until: MonotonicInstant.now + .milliseconds(100)) {
                $0 == nil ? true : nil
            }
        }
        try result.get()
    }

    /// Calls off what sweeps, and waits until it has ended.
    func callOffSweep() {
        sweeping.read { $0?.progress.cancel() }
        _ = sweeping.wait { $0 == nil ? true : nil }
    }

    /// Begins to sweep, unless another one does.
    func beginSweep(_ sweep: RunningSweep) -> Bool {
        sweeping.update { current -> Bool in
            guard current == nil else { return false }
            current = sweep
            return true
        }
    }

    /// Ends it.
    func endSweep() {
        sweeping.update { $0 = nil }
    }

    private func tell(_ outcome: SweepOutcome) {
        guard outcome.removed > 0 else { return }
        services.report(
            .sweep, dataset: configuration.name,
            "\(Counted.text(outcome.removed, "zip")) removed, "
                + "\(ByteSize.text(max(0, outcome.freed - outcome.written))) freed")
    }
}
