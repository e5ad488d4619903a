import LinuxSystem
import SnapshotModel
import Synchronization

/// Runs the command of `on_alarm` when an alarm begins and when it ends, on a thread of its own.
///
/// A command that hangs or fails holds nothing up: it is killed after a while, and the log says so.
final class AlarmHooks: Sendable {
    /// What happened to the alarm.
    enum State: String, Sendable {
        case begin, end
    }

    private struct Call: Sendable {
        var words: [String]
        var alarm: Alarm
        var dataset: String
        var state: State
    }

    /// More calls than these do not wait: alarms that come this fast say nothing new.
    private static let longestQueue = 64

    private let limit: Duration
    private let log: AgentLog
    private let queue = Monitor<[Call]>([])
    private let isStarted = Mutex(false)

    /// Makes hooks whose commands may take that long.
    init(log: AgentLog, limit: Duration = .seconds(30)) {
        self.log = log
        self.limit = limit
    }

    /// Has a command run soon; one without words is none.
    func run(_ words: [String], for alarm: Alarm, of dataset: String, _ state: State) {
        guard !words.isEmpty, start() else { return }
        let isAccepted = queue.update { waiting -> Bool in
            guard waiting.count < Self.longestQueue else { return false }
            waiting.append(Call(words: words, alarm: alarm, dataset: dataset, state: state))
            return true
        }
        if !isAccepted { log.write(.warning, "\(dataset): on_alarm is too slow, one call is lost") }
    }

    private func start() -> Bool {
        isStarted.withLock { isStarted in
            guard !isStarted else { return true }
            do throws(SystemError) {
                try Thread.detach(name: "hooks") { [self] in serve() }
                isStarted = true
            } catch {
                log.write(.error, "on_alarm cannot be run: \(error)")
            }
            return isStarted
        }
    }

    private func serve() {
        while true {
            let next = queue.wait { $0.isEmpty ? nil : $0.removeFirst() }
            if let next { call(next) }
        }
    }

    private func call(_ call: Call) {
        let variables = [
            ("SNAPAGENT_DATASET", call.dataset), ("SNAPAGENT_ALARM", call.alarm.code),
            ("SNAPAGENT_MESSAGE", call.alarm.message), ("SNAPAGENT_REMEDY", call.alarm.remedy),
            ("SNAPAGENT_STATE", call.state.rawValue),
        ]
        do throws(SystemError) {
            let status = try OtherProgram.run(
                call.words, adding: variables.map { (name: $0.0, value: $0.1) }, within: limit)
            guard status != 0 else { return }
            log.write(
                .warning, "\(call.dataset): on_alarm ended with status \(status)")
        } catch {
            let why =
                error.errno == .timeOver
                ? "was killed: it took more than \(DurationText.text(limit))"
                : "could not be run: \(error.errno.message)"
            log.write(.warning, "\(call.dataset): on_alarm \(why)")
        }
    }
}
