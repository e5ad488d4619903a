internal import ControlProtocol
internal import SnapshotModel

/// Decides which progress to show and when; a value that is told the time.
///
/// At most five frames a second and only if something changed, nothing in the first 300 ms, and a percentage
/// that never falls: people copy from terminals and read them aloud.
struct ProgressFrames: Sendable {
    /// One line of progress.
    struct Frame: Sendable, Hashable {
        /// What it says.
        var report: ProgressReport
        /// Whole percent, `nil` while the end is unknown.
        var percent: Int?
        /// Whether it is the last one of its phase.
        var isLast = false
    }

    /// The time between two frames.
    var interval: Duration
    /// How long nothing is shown at the start.
    var patience: Duration

    private var started: MonotonicInstant
    private var shownAt: MonotonicInstant?
    private var shown: Frame?
    private var newest: Frame?
    private var remaining: (at: MonotonicInstant, seconds: Int?)?

    /// Frames of a line that is redrawn.
    static func redrawn(from start: MonotonicInstant) -> ProgressFrames {
        ProgressFrames(interval: .milliseconds(200), patience: .milliseconds(300), started: start)
    }

    /// Frames of finished lines.
    static func plain(from start: MonotonicInstant) -> ProgressFrames {
        ProgressFrames(interval: .seconds(10), patience: .seconds(10), started: start)
    }

    private init(interval: Duration, patience: Duration, started: MonotonicInstant) {
        self.interval = interval
        self.patience = patience
        self.started = started
    }

    /// The frames to show when a report comes.
    mutating func add(_ report: ProgressReport, at now: MonotonicInstant) -> [Frame] {
        var frames: [Frame] = []
        if let newest, newest.report.phase != report.phase { frames += end() }
        let next = frame(report, at: now)
        newest = next
        let isDue = shownAt.map { $0 + interval <= now } ?? (started + patience <= now)
        if isDue, next != shown {
            shown = next
            shownAt = now
            frames.append(next)
        }
        return frames
    }

    /// The last frame of the phase, if anything of it was shown.
    mutating func end() -> [Frame] {
        guard shown != nil, var last = newest else {
            newest = nil
            return []
        }
        shown = nil
        newest = nil
        remaining = nil
        last.isLast = true
        return [last]
    }

    private mutating func frame(_ report: ProgressReport, at now: MonotonicInstant) -> Frame {
        var report = report
        report.eta = remainingSeconds(report, at: now)
        let floor = newest?.percent ?? 0
        return Frame(report: report, percent: report.percent.map { max($0, floor) })
    }

    /// The time left, known after two seconds and renewed once a second.
    private mutating func remainingSeconds(
        _ report: ProgressReport, at now: MonotonicInstant
    ) -> Int? {
        guard started + .seconds(2) <= now else { return nil }
        if let remaining, now < remaining.at + .seconds(1) { return remaining.seconds }
        remaining = (now, report.eta)
        return report.eta
    }
}
