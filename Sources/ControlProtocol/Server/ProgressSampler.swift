package import LinuxSystem
package import SnapshotModel

/// Turns looks at a job's counters into progress with a rate and the time that is left.
package struct ProgressSampler {
    /// What was counted at one moment.
    private struct Sample {
        let moment: MonotonicInstant
        let bytes: Int64
    }

    /// How far back the rate looks.
    private static let window = Duration.seconds(5)
    /// A rate over less than this says nothing.
    private static let leastTime = Duration.seconds(2)

    private var phase: String?
    private var samples: [Sample] = []

    /// Makes a sampler that has seen nothing.
    package init() {}

    /// The progress that the counters stand for at a moment.
    package mutating func report(
        _ counters: JobProgress.Snapshot, at now: MonotonicInstant
    ) -> ProgressReport {
        if counters.phase != phase {
            phase = counters.phase
            samples = []
        }
        // The newest sample before the window stays, or slow looks would leave nothing to compare with.
        while samples.count > 1, now - samples[1].moment > Self.window { samples.removeFirst() }
        samples.append(Sample(moment: now, bytes: counters.bytes))
        let rate = rate
        var eta: Int?
        if let rate, rate > 0, counters.bytesTotal > 0 {
            eta = Int(clamping: (max(0, counters.bytesTotal - counters.bytes) + rate - 1) / rate)
        }
        return ProgressReport(
            phase: counters.phase, files: counters.files,
            filesTotal: counters.filesTotal > 0 ? counters.filesTotal : nil,
            bytes: counters.bytes, bytesTotal: counters.bytesTotal > 0 ? counters.bytesTotal : nil,
            rate: rate, eta: eta)
    }

    /// Bytes per second over the window, `nil` while it is too short.
    private var rate: Int64? {
        guard let first = samples.first, let last = samples.last,
            last.moment - first.moment >= Self.leastTime
        else { return nil }
        let milliseconds = (last.moment - first.moment).wholeNanoseconds / 1_000_000
        let bytes = max(0, last.bytes - first.bytes)
        let (scaled, overflow) = bytes.multipliedReportingOverflow(by: 1000)
        return overflow ? nil : scaled / milliseconds
    }
}
