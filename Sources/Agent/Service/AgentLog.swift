import LinuxSystem
import SnapshotModel
import Synchronization

/// Writes what the agent does, a line each, to standard error: for a person, or with levels for the journal.
struct AgentLog: Sendable {
    /// How much a line matters, in the numbers of syslog(3).
    enum Level: Int, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
        case information = 6
    }

    /// Whether lines begin with `<N>`, which journald turns into a priority (sd-daemon(3)).
    let marksLevels: Bool
    private let lock = WriteLock()

    /// Makes a log; `$JOURNAL_STREAM` says that standard error is the journal.
    init() {
        marksLevels = ProcessEnvironment.value("JOURNAL_STREAM") != nil
    }

    /// Writes one line; names in it must be escaped by the caller.
    func write(_ level: Level, _ text: String) {
        let line = (marksLevels ? "<\(level.rawValue)>" : "") + text + "\n"
        lock.write(Array(line.utf8))
    }

    /// Writes an error in the three-line form of the command line.
    ///
    /// - Parameters:
    ///   - error: What went wrong.
    ///   - subject: The dataset that it concerns, or the program that it ends.
    func write(_ error: UserError, subject: String?) {
        let subject = subject.map { "\($0): " } ?? ""
        write(.error, subject + error.message)
        if let why = error.why { write(.error, "  why: \(why)") }
        write(.error, "  do: \(error.remedy)")
    }
}

/// Keeps lines of several threads whole.
private final class WriteLock: Sendable {
    private let lock = Mutex(())

    func write(_ bytes: [UInt8]) {
        lock.withLock { _ in StandardStreams.writeError(bytes) }
    }
}
