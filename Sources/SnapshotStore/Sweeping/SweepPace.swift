internal import LinuxSystem
internal import SnapshotModel

/// Keeps a sweep to so many bytes a second, and lets it be called off while it waits.
struct SweepPace {
    private let bytesPerSecond: Int64?
    private let progress: JobProgress
    private let began = MonotonicInstant.now
    private var spent: Int64 = 0
    private let monitor = Monitor(())

    private static let look = Duration.milliseconds(100)

    init(_ bytesPerSecond: Int64?, _ progress: JobProgress) {
        self.bytesPerSecond = bytesPerSecond
        self.progress = progress
    }

    /// Counts bytes that were read or written, and waits until they are due.
    mutating func spend(_ bytes: Int64) throws(UserError) {
        progress.add(bytes: bytes)
        try progress.checkCancelled()
        guard let bytesPerSecond, bytesPerSecond > 0 else { return }
        spent += bytes
        let due = began + .milliseconds(spent * 1000 / bytesPerSecond)
        while MonotonicInstant.now < due { try rest(until: due) }
    }

    /// Waits a moment.
    func rest(until due: MonotonicInstant? = nil) throws(UserError) {
        try progress.checkCancelled()
        let soon = MonotonicInstant.now + Self.look
        _ = monitor.wait(until: due.map { min($0, soon) } ?? soon) { _ -> Bool? in nil }
    }
}
