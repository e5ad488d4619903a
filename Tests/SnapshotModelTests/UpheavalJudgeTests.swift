import SnapshotModel
import TestSupport
import Testing

@Suite struct UpheavalJudgeTests {
    private func moment(_ seconds: Int64) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: seconds * 1_000_000_000)
    }

    private func upheaval(
        _ number: Int, before: Int, removed: Int = 0, added: Int = 0, emptied: Int = 0,
        rewritten: Int = 0, replaced: Int = 0, isWished: Bool = false
    ) -> Upheaval {
        var counts = SnapshotCounts()
        counts.files = before - removed + added
        counts.removed = removed
        counts.added = added
        return Upheaval(
            snapshot: number, previous: number - 1, counts: counts, emptied: emptied,
            rewritten: rewritten, replaced: replaced, isWished: isWished)
    }

    @Test func losingMostFilesIsNamedWithNeedAndHave() {
        var judge = UpheavalJudge(percent: 50)
        let verdict = judge.judge(upheaval(42, before: 1204, removed: 812), at: moment(0))
        #expect(verdict == .massDeletion(lost: 812, of: 1204, since: 41))
        #expect(verdict.reason(snapshot: 42) == "812 of 1204 files vanished in 41 -> 42")
    }

    @Test(arguments: [(40, 20, false), (40, 21, true), (100, 50, false), (100, 51, true)])
    func bothLimitsMustBeExceeded(files: Int, removed: Int, brakes: Bool) {
        var judge = UpheavalJudge(percent: 50)
        let verdict = judge.judge(upheaval(2, before: files, removed: removed), at: moment(0))
        #expect((verdict != .calm) == brakes)
    }

    @Test func emptiedFilesAreLostToo() {
        var judge = UpheavalJudge(percent: 50)
        let verdict = judge.judge(
            upheaval(2, before: 100, removed: 30, emptied: 30), at: moment(0))
        #expect(verdict == .massDeletion(lost: 60, of: 100, since: 1))
    }

    @Test func aSlowDeletionAddsUp() {
        var judge = UpheavalJudge(percent: 50)
        #expect(judge.judge(upheaval(2, before: 100, removed: 30), at: moment(0)) == .calm)
        #expect(
            judge.judge(upheaval(3, before: 70, removed: 30), at: moment(600))
                == .massDeletion(lost: 60, of: 100, since: 1))
    }

    @Test func anHourLaterItDoesNot() {
        var judge = UpheavalJudge(percent: 50)
        #expect(judge.judge(upheaval(2, before: 100, removed: 30), at: moment(0)) == .calm)
        #expect(judge.judge(upheaval(3, before: 70, removed: 30), at: moment(3_601)) == .calm)
    }

    @Test func aBuildThatRemovesAndMakesAgainIsNone() {
        var judge = UpheavalJudge(percent: 50)
        for round in 0..<20 {
            let number = 2 + 2 * round
            let time = Int64(20 * round)
            let gone = upheaval(number, before: 100, removed: 40)
            #expect(judge.judge(gone, at: moment(time)) == .calm)
            let back = upheaval(number + 1, before: 60, added: 40)
            #expect(judge.judge(back, at: moment(time + 10)) == .calm)
        }
    }

    @Test func aSlowRewriteNamesTheLastSnapshotBeforeIt() {
        var judge = UpheavalJudge(percent: 50)
        let quiet = upheaval(9, before: 100)
        #expect(judge.judge(quiet, at: moment(0)) == .calm)
        for step in 0..<2 {
            let part = upheaval(10 + step, before: 100, removed: 20, added: 20, rewritten: 20)
            #expect(judge.judge(part, at: moment(Int64(step))) == .calm)
        }
        let last = upheaval(12, before: 100, removed: 20, added: 20, rewritten: 20)
        let verdict = judge.judge(last, at: moment(3))
        #expect(verdict == .massRewrite(rewritten: 60, of: 100, lastGood: 9))
        #expect(verdict.reason(snapshot: 12)?.contains("looks encrypted") == true)
    }

    @Test func picturesReplacedAllAtOnceAreARewriteButWorkOnAFewIsNot() {
        var judge = UpheavalJudge(percent: 50)
        for number in 2..<12 {
            let work = upheaval(number, before: 100, replaced: 40)
            #expect(judge.judge(work, at: moment(Int64(number))) == .calm)
        }
        #expect(
            judge.judge(upheaval(12, before: 100, replaced: 90), at: moment(12))
                == .massRewrite(rewritten: 90, of: 100, lastGood: 11))
    }

    @Test func isToldOnceAndNotAgainByWhatFollows() {
        var judge = UpheavalJudge(percent: 50)
        #expect(judge.judge(upheaval(2, before: 100, removed: 60), at: moment(0)) != .calm)
        #expect(judge.judge(upheaval(3, before: 40, added: 1), at: moment(10)) == .calm)
    }

    @Test func whatARestoreTakesAwayIsWished() {
        var judge = UpheavalJudge(percent: 50)
        let restored = upheaval(2, before: 100, removed: 90, isWished: true)
        #expect(judge.judge(restored, at: moment(0)) == .calm)
        #expect(judge.judge(upheaval(3, before: 10, added: 1), at: moment(10)) == .calm)
    }

    @Test func aStricterJudgeNeverMissesWhatALenientOneSees() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let percent = Int.random(in: 1...99, using: &random)
            var strict = UpheavalJudge(percent: percent)
            var lenient = UpheavalJudge(percent: Int.random(in: percent...100, using: &random))
            let files = Int.random(in: 0...200, using: &random)
            let change = upheaval(
                2, before: files, removed: Int.random(in: 0...files, using: &random),
                added: Int.random(in: 0...50, using: &random),
                rewritten: Int.random(in: 0...files, using: &random))
            if lenient.judge(change, at: moment(0)) != .calm {
                #expect(strict.judge(change, at: moment(0)) != .calm, "\(change)")
            }
        }
    }

    @Test func growthAloneNeverBrakes() {
        var random = SeededGenerator(seed: 4)
        var judge = UpheavalJudge(percent: 1)
        var files = 0
        for number in 2..<300 {
            let added = Int.random(in: 0...500, using: &random)
            let change = upheaval(number, before: files, added: added)
            #expect(judge.judge(change, at: moment(Int64(number))) == .calm)
            files += added
        }
    }
}
