import ControlProtocol
import SnapshotModel
import Testing

/// The first line of `status` says what is so, not merely that something is.
@Suite struct StatusHeadlineTests {
    private func dataset(
        _ name: String, _ verdict: Verdict, alarms: [String] = [], missing: Int = 0,
        isWalked: Bool = true
    ) -> DatasetStatus {
        DatasetStatus(
            name: name, path: "/" + name, state: .watching, dirty: 0, watches: 1, watchLimit: 9,
            overflows: 0, uncovered: [], lastFullWalk: isWalked ? ReportFixtures.created : nil,
            lastSnapshot: LastSnapshot(
                number: 42, created: ReportFixtures.created, missing: missing, tooLarge: 0),
            maxLoss: 720,
            alarms: alarms.map {
                AlarmReport(code: $0, since: ReportFixtures.created, message: "m", remedy: "r")
            },
            unsaved: UnsavedReport(), verdict: verdict, files: 1, directories: 1,
            store: StoreStatus(path: "/s", snapshots: 1, bytes: 5, free: 6))
    }

    private func headline(_ datasets: DatasetStatus...) -> StatusHeadline {
        let verdicts = datasets.map(\.verdict)
        let worst: Verdict =
            verdicts.contains(.unprotected)
            ? .unprotected : verdicts.contains(.gaps) ? .gaps : .ok
        return StatusReport(verdict: worst, datasets: datasets).headline
    }

    @Test(arguments: [["config"], ["brake"], ["full"], ["brake", "config"]])
    func whatLeavesNoGapIsAWarning(alarms: [String]) {
        #expect(headline(dataset("a", .gaps, alarms: alarms)) == .warned(["a"]))
    }

    @Test(arguments: [["gap"], ["unread", "config"], ["rot"], ["io-error"], []])
    func allElseIsAGap(alarms: [String]) {
        #expect(headline(dataset("a", .gaps, alarms: alarms)) == .gaps(["a"]))
    }

    @Test func whatIsMissingIsAGapWhateverTheAlarm() {
        #expect(headline(dataset("a", .gaps, alarms: ["config"], missing: 1)) == .gaps(["a"]))
        #expect(headline(dataset("a", .gaps, missing: 1, isWalked: false)) == .gaps(["a"]))
    }

    @Test(arguments: [[], ["config"]]) func whatIsNotComparedYetIsNoGap(alarms: [String]) {
        let begun = dataset("a", .gaps, alarms: alarms, isWalked: false)
        #expect(headline(begun) == .catchingUp(["a"]))
        #expect(headline(begun, dataset("b", .gaps, alarms: ["config"])) == .catchingUp(["a"]))
        #expect(headline(begun, dataset("b", .gaps, alarms: ["gap"])) == .gaps(["b"]))
        #expect(headline(dataset("a", .gaps, alarms: ["gap"], isWalked: false)) == .gaps(["a"]))
    }

    @Test func theWorstIsNamedAlone() {
        let warned = dataset("w", .gaps, alarms: ["config"])
        let gap = dataset("g", .gaps, alarms: ["gap"])
        #expect(headline(warned, gap) == .gaps(["g"]))
        #expect(headline(warned, dataset("ok", .ok)) == .warned(["w"]))
        #expect(headline(warned, gap, dataset("u", .unprotected)) == .unprotected(["u"]))
        #expect(headline(dataset("a", .ok), dataset("b", .ok)) == .well(datasets: 2))
        #expect(StatusReport(verdict: .unprotected, datasets: []).headline == .unprotected([]))
    }
}
