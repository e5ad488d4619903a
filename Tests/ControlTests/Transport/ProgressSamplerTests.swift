import ControlProtocol
import LinuxSystem
import SnapshotModel
import Testing

/// Rates and times left, from counters.
@Suite struct ProgressSamplerTests {
    private func counters(_ bytes: Int64, of total: Int64 = 0, phase: String = "writing")
        -> JobProgress.Snapshot
    {
        let progress = JobProgress()
        progress.begin(phase, bytes: total)
        progress.add(bytes: bytes)
        return progress.snapshot()
    }

    private func moment(_ milliseconds: Int64) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
    }

    @Test func aRateNeedsTwoSeconds() {
        var sampler = ProgressSampler()
        #expect(sampler.report(counters(0, of: 1000), at: moment(0)).rate == nil)
        #expect(sampler.report(counters(100, of: 1000), at: moment(1999)).eta == nil)
        let report = sampler.report(counters(200, of: 1000), at: moment(2000))
        #expect(report.rate == 100)
        #expect(report.eta == 8)
    }

    @Test func theRateForgetsWhatIsFiveSecondsOld() {
        var sampler = ProgressSampler()
        var last: ProgressReport?
        for step in 0...40 {
            let bytes = step <= 20 ? Int64(step) * 1000 : 20_000
            last = sampler.report(counters(bytes), at: moment(Int64(step) * 500))
        }
        #expect(last?.rate == 0)
        #expect(last?.eta == nil)
    }

    @Test func aNewPhaseStartsAnew() {
        var sampler = ProgressSampler()
        _ = sampler.report(counters(5000), at: moment(0))
        let next = sampler.report(counters(0, phase: "finishing"), at: moment(3000))
        #expect(next.rate == nil)
        #expect(next.phase == "finishing")
        #expect(next.bytesTotal == nil)
        #expect(next.filesTotal == nil)
    }

    @Test func numbersAtTheirLimitsDoNoHarm() {
        var sampler = ProgressSampler()
        _ = sampler.report(counters(0, of: .max), at: moment(0))
        let report = sampler.report(counters(.max, of: .max), at: moment(10_000))
        #expect(report.rate == nil)
    }
}
