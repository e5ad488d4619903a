internal import LinuxSystem
internal import SnapshotModel

/// A call on a thread of its own, seen from the thread of its connection.
final class RunningCall {
    /// The client's number for it.
    let id: Int
    /// Whether its progress is worth looking at.
    let isSampled: Bool
    private let context: CallContext
    private let hasFinished: Monitor<Bool>
    private var sampler = ProgressSampler()
    private var lastCounters: JobProgress.Snapshot?
    private var lastSampled = MonotonicInstant.now
    private var lastSent = MonotonicInstant.now

    init(
        _ request: ControlCall, id: Int, role: PeerRole, outbox: Outbox, service: ControlService
    ) throws(SystemError) {
        let context = CallThread.context(id: id, role: role, outbox: outbox, service: service)
        let hasFinished = Monitor(false)
        self.id = id
        self.context = context
        self.hasFinished = hasFinished
        isSampled = !request.method.isOpenEnded
        try CallThread.start(
            request, id: id, context: context, handler: service.handler,
            hasFinished: hasFinished, outbox: outbox)
    }

    /// Whether the answer is in the outbox, or about to be put there.
    var isFinished: Bool { hasFinished.read { $0 } }

    /// Calls it off.
    func cancel() {
        context.cancel()
    }

    /// Waits until it has ended.
    func waitUntilFinished() {
        _ = hasFinished.wait { $0 ? true : nil }
    }

    /// The progress that is to be sent now, if any.
    func nextProgress(_ limits: ControlLimits) -> ProgressReport? {
        let now = MonotonicInstant.now
        guard isSampled, !isFinished, now - lastSampled >= limits.sample else { return nil }
        lastSampled = now
        let counters = context.progress.snapshot()
        let report = sampler.report(counters, at: now)
        guard counters != lastCounters || now - lastSent >= limits.heartbeat else { return nil }
        lastCounters = counters
        lastSent = now
        return report
    }
}
