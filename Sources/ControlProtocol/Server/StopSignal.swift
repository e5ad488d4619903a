internal import LinuxSystem
internal import SnapshotModel

/// How a server's acceptor is told to end, and tells that it has.
final class StopSignal: Sendable {
    /// What to poll for reading.
    let wakeUp: EventCounter
    private let hasEnded = Monitor(false)

    init() throws(SystemError) {
        wakeUp = try EventCounter()
    }

    /// Asks the acceptor to end.
    func request() {
        wakeUp.signal()
    }

    /// Says that it has ended.
    func confirm() {
        hasEnded.update { $0 = true }
    }

    /// Waits until it has ended, or until a deadline.
    func waitUntilConfirmed(until deadline: MonotonicInstant) {
        _ = hasEnded.wait(until: deadline) { $0 ? true : nil }
    }
}
