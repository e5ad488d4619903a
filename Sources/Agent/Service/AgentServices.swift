import ControlProtocol
import LinuxSystem
import SnapshotModel
import Synchronization
import TreeWatching

/// What every engine of an agent shares.
final class AgentServices: Sendable {
    /// The one watcher of the process.
    let watcher: TreeWatcher
    /// Where lines for people go.
    let log: AgentLog
    /// Where events for `snapctl events` go.
    let events: EventFeed
    /// Runs what the configuration wants run on an alarm.
    let hooks: AlarmHooks
    /// The zone of buckets and of times shown.
    let zone: any ZoneRules
    /// What the clocks show.
    let clocks: @Sendable () -> ClockWatch.Reading

    private let own = Mutex<Set<FileIdentity>>([])
    private let listener = Mutex<(@Sendable () -> Void)?>(nil)

    /// Makes the services of an agent.
    init(
        watcher: TreeWatcher, log: AgentLog, events: EventFeed, zone: any ZoneRules,
        clocks: @escaping @Sendable () -> ClockWatch.Reading = ClockWatch.Reading.now
    ) {
        self.watcher = watcher
        self.log = log
        self.events = events
        hooks = AlarmHooks(log: log)
        self.zone = zone
        self.clocks = clocks
    }

    /// The agent's own directories and its socket, which no snapshot is to hold.
    func ownIdentities() -> Set<FileIdentity> { own.withLock { $0 } }

    /// Adds something of the agent's own.
    func addOwn(_ identity: FileIdentity) {
        own.withLock { _ = $0.insert(identity) }
    }

    /// Calls `listener` whenever the verdict may have changed.
    func onStatusChange(_ listener: @escaping @Sendable () -> Void) {
        self.listener.withLock { $0 = listener }
    }

    /// Says that the verdict may have changed.
    func statusChanged() {
        let listener = listener.withLock { $0 }
        listener?()
    }

    /// Logs something that happened and tells it to whoever follows events.
    func report(
        _ kind: EventKind, dataset: String?, snapshot: Int? = nil, _ detail: String,
        level: AgentLog.Level = .information
    ) {
        let now = WallClock.now()
        let time = ReportTime(now, utcOffset: zone.civilTime(at: now.seconds).utcOffset)
        events.publish(
            EventReport(
                dataset: dataset, time: time, event: kind, snapshot: snapshot, detail: detail))
        let clock = log.marksLevels ? "" : "\(TimeText.second(zone.civilTime(at: now.seconds)))  "
        let number = snapshot.map { "\($0): " } ?? ""
        log.write(level, "\(clock)\(dataset ?? "agent")  \(kind.rawValue)  \(number)\(detail)")
    }
}
