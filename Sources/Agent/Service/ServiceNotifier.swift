import ControlProtocol
import LinuxSystem
import SnapshotModel
import Synchronization
import TreeWatching

/// Tells systemd that the agent is ready, how it fares, and that it is alive: see sd_notify(3).
final class ServiceNotifier: Sendable {
    private let socket: NotifySocket?
    private let log: AgentLog
    private let last = Mutex("")

    init(log: AgentLog) {
        socket = NotifySocket.fromEnvironment()
        self.log = log
    }

    /// Says that clients are served and every directory is watched.
    func ready() { send("READY=1\n") }

    /// Says that the agent is about to end.
    func stopping() { send("STOPPING=1\nSTATUS=stopping\n") }

    /// Keeps STATUS at the verdict of `status`, and the watchdog fed while the parts answer.
    func follow(_ service: AgentService, _ services: AgentServices) {
        guard socket != nil else { return }
        services.onStatusChange { [self] in showStatus(of: service) }
        showStatus(of: service)
        guard let interval = Self.watchdogInterval else { return }
        do throws(SystemError) {
            try Thread.detach(name: "watchdog") { [self] in
                feedWatchdog(every: interval, service, services)
            }
        } catch {
            log.write(.warning, "the watchdog is not fed: \(error)")
        }
    }

    private func showStatus(of service: AgentService) {
        guard let report = try? service.status(StatusParameters(scope: CallScope())) else { return }
        let text = StatusLine.text(report)
        let isNew = last.withLock { last in
            defer { last = text }
            return last != text
        }
        if isNew { send("STATUS=\(text)\n") }
    }

    /// Half of the time after which systemd restarts a silent service.
    private static var watchdogInterval: Duration? {
        guard let text = ProcessEnvironment.value("WATCHDOG_USEC"), let time = Int64(text), time > 0
        else { return nil }
        return .microseconds(time / 2)
    }

    private func feedWatchdog(
        every interval: Duration, _ service: AgentService, _ services: AgentServices
    ) {
        let never = Monitor(false)
        var seen: [String: JobProgress.Snapshot] = [:]
        while true {
            // The watcher's thread answers this, so a hang of it starves the watchdog.
            _ = services.watcher.statistics(0)
            if service.engines.allSatisfy({ $0.makesHeadway(since: &seen) }) {
                send("WATCHDOG=1\n")
            }
            let deadline = MonotonicInstant.now + interval
            _ = never.wait(until: deadline) { $0 ? true : nil }
        }
    }

    private func send(_ text: String) {
        guard let socket else { return }
        do throws(SystemError) {
            try socket.send(text)
        } catch {
            log.write(.warning, "systemd cannot be told anything: \(error)")
        }
    }
}

/// The verdict of `status` in one line, fit to be read aloud.
enum StatusLine {
    /// The line for a report.
    static func text(_ report: StatusReport) -> String {
        switch report.headline {
        case .well(let count): "All is well. \(Counted.text(count, "dataset"))"
        case .warned(let names): "All is saved, with a warning: \(list(names))."
        case .catchingUp(let names): "Catching up, not all is saved yet: \(list(names))."
        case .gaps(let names): "Saving, with gaps: \(list(names))."
        case .unprotected(let names): "NOT SAVING: \(list(names))."
        }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "no dataset is served" : names.joined(separator: ", ")
    }
}
