internal import LinuxSystem
internal import SnapshotModel

/// What the watcher's thread does.
struct WatchLoop: ~Copyable {
    /// Events of a burst are read that often: together they cost a fraction of one by one, and the
    /// kernel's queue holds several times what can come in this time.
    private static let tick = Duration.milliseconds(20)

    /// The same while a tick brings so much that a late one could let the queue overflow.
    private static let stormTick = Duration.milliseconds(5)

    private let watcher: TreeWatcher
    private let engine: WatchEngine
    private let mounts: MountWatch
    private let clock: ClockAlarm

    init(watcher: TreeWatcher, source: any EventSource) throws(SystemError) {
        let mounts = try MountWatch()
        let clock = try ClockAlarm()
        self.watcher = watcher
        engine = WatchEngine(source: source)
        self.mounts = mounts
        self.clock = clock
    }

    /// Waits for events and requests until the watcher is stopped.
    func run() {
        var isBurst = false
        while true {
            let (requests, isClosed) = watcher.inbox.read { inbox in
                defer { inbox.requests = [] }
                return (inbox.requests, inbox.isClosed)
            }
            for request in requests { request(engine) }
            for root in engine.roots.values where root.mounts == nil {
                engine.noteMounts(of: root, mounts)
            }
            if isClosed { return }
            if engine.hasBacklog { isBurst = true }
            let hasEvents = wait(isBurst: isBurst)
            if isBurst || hasEvents { isBurst = engine.runRound() }
            engine.walkIfDue(at: .now)
            if engine.hasBacklog { isBurst = true }
        }
    }

    /// Waits for a request, the next walk that is due, and for events or the tick of a burst.
    private func wait(isBurst: Bool) -> Bool {
        var entries = [
            PollEntry(descriptor: watcher.wakeUp.descriptor.rawValue, wants: .read),
            PollEntry(descriptor: mounts.descriptor, wants: .news),
            PollEntry(descriptor: clock.descriptor.rawValue, wants: .read),
        ]
        if !isBurst {
            entries.append(PollEntry(descriptor: engine.source.descriptor, wants: .read))
        }
        var timeout = isBurst ? (engine.isStorm ? Self.stormTick : Self.tick) : nil
        if let due = engine.nextWalk {
            let rest = max(.zero, due - .now)
            timeout = min(timeout ?? rest, rest)
        }
        do throws(SystemError) {
            try Poll.wait(&entries, timeout: timeout)
        } catch {
            // EINTR: a signal handler ran. The next round looks again.
            return true
        }
        if entries[0].ready { watcher.wakeUp.drain() }
        if entries[1].ready { engine.lookAtMounts(mounts) }
        if entries[2].ready { tellOfClock() }
        return entries.count > 3 && entries[3].ready
    }

    private func tellOfClock() {
        // Without it a change of the clock is noticed at the next wake-up only.
        try? clock.arm()
        for root in engine.roots.values { root.report(.clockChanged) }
    }
}
