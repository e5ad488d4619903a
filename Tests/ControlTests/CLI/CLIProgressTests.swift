import ControlProtocol
import SnapshotModel
import Testing

@testable import ControlCLI

/// Which progress is shown, when, and how wide.
@Suite struct CLIProgressTests {
    private static let start = MonotonicInstant(nanoseconds: 1_000_000_000)

    private static func report(
        _ percent: Int, phase: String = "writing", eta: Int? = 1
    ) -> ProgressReport {
        ProgressReport(
            phase: phase, files: percent / 20, filesTotal: 5, bytes: Int64(percent) * 23_069,
            bytesTotal: 2_306_900, rate: 92_274_688, eta: eta)
    }

    @Test func atMostFiveFramesASecondAndNoneTwice() {
        var frames = ProgressFrames.redrawn(from: Self.start)
        var shown: [MonotonicInstant] = []
        for millisecond in 0..<3000 {
            let now = Self.start + .milliseconds(millisecond)
            if !frames.add(Self.report(millisecond / 40), at: now).isEmpty { shown.append(now) }
        }
        #expect(shown.first == Self.start + .milliseconds(300))
        for (earlier, later) in zip(shown, shown.dropFirst()) {
            #expect(later - earlier >= .milliseconds(200))
        }
        #expect(shown.count >= 12 && shown.count <= 15)
        #expect(frames.add(Self.report(90), at: Self.start + .seconds(10)).count == 1)
        #expect(frames.add(Self.report(90), at: Self.start + .seconds(11)).isEmpty)
    }

    @Test func percentNeverFallsAndPhasesEndWithTheirLastFrame() {
        var frames = ProgressFrames.redrawn(from: Self.start)
        let first = frames.add(Self.report(60), at: Self.start + .seconds(1))
        let second = frames.add(Self.report(40), at: Self.start + .seconds(2))
        #expect(first.map(\.percent) == [60])
        #expect(second.map(\.percent) == [60])
        let change = frames.add(
            Self.report(0, phase: "finishing"), at: Self.start + .milliseconds(2100))
        #expect(change.map(\.isLast) == [true])
        #expect(change.map(\.report.phase) == ["writing"])
    }

    @Test func aShortJobShowsNothing() {
        var frames = ProgressFrames.redrawn(from: Self.start)
        #expect(frames.add(Self.report(50), at: Self.start + .milliseconds(100)) == [])
        #expect(frames.end() == [])
    }

    @Test func timeLeftComesAfterTwoSecondsAndOnceASecond() {
        var frames = ProgressFrames.redrawn(from: Self.start)
        func left(_ millisecond: Int, _ eta: Int) -> [Int?] {
            frames.add(
                Self.report(millisecond / 100, eta: eta),
                at: Self.start + .milliseconds(millisecond)
            ).map(\.report.eta)
        }
        #expect(left(1_900, 9) == [nil])
        #expect(left(2_200, 8) == [8])
        #expect(left(2_500, 5) == [8])
        #expect(left(3_300, 4) == [4])
    }

    @Test func barRateAndFilesVanishInThatOrder() throws {
        let frame = ProgressFrames.Frame(report: Self.report(62), percent: 62)
        func line(_ columns: Int) throws -> String {
            ProgressLayout(columns: columns, context: try CLIFixtures.context()).line(frame)
        }
        _ = CLIFixtures.terminal(80)
        #expect(
            try line(100) == "writing    [############........] 62%  3 of 5 files  "
                + "1.4 of 2.2 MiB  88.0 MiB/s 1s")
        #expect(try line(65) == "writing    62%  3 of 5 files  1.4 of 2.2 MiB  88.0 MiB/s 1s")
        #expect(try line(50) == "writing    62%  3 of 5 files  1.4 of 2.2 MiB  1s")
        #expect(try line(40) == "writing    62%  1.4 of 2.2 MiB  1s")
        for columns in 1...120 { #expect(try CellWidth.of(line(columns)) < max(columns, 2)) }
        #expect(
            try ProgressLayout(columns: 80, context: CLIFixtures.context()).plainLine(frame)
                == "writing 62%, 3 of 5 files, 1.4 of 2.2 MiB")
    }
}
