internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@testable internal import TreeWatching

/// Events that keep being lost, for a minute and more of a clock that the test moves.
@Suite struct EventStormTests {
    /// A clock for an engine.
    private struct Time {
        let fixture: EngineFixture
        var now = MonotonicInstant.now

        /// Lets time pass.
        mutating func pass(_ duration: Duration) {
            let moment = now + duration
            now = moment
            fixture.now.update { $0 = moment }
        }

        /// One round of a loop that finds an overflow, and does the walk that is due.
        mutating func overflow(after tick: Duration) {
            pass(tick)
            fixture.queue(.of(-1, .overflow))
            fixture.engine.runRound()
            fixture.engine.walkIfDue(at: now)
        }
    }

    @Test func aMinuteOfOverflowsCostsAFewWalks() throws {
        let fixture = try EngineFixture(["a/inner"])
        var time = Time(fixture: fixture)
        for _ in 0..<3_000 { time.overflow(after: .milliseconds(20)) }
        let statistics = fixture.engine.statistics(1)
        #expect(statistics.overflows == 3_000)
        // After 0.1, 0.3, 0.7 ... 51.1 seconds, each a tick late.
        #expect(statistics.walks == 9)
        #expect(
            fixture.takeReports() == [.everything(reason: "the kernel's event queue overflowed")])
        // The last of them is answered too.
        #expect(fixture.engine.nextWalk != nil)
    }

    @Test func aStormOfHoursIsWalkedOnceAMinute() throws {
        let fixture = try EngineFixture()
        var time = Time(fixture: fixture)
        for _ in 0..<7_200 { time.overflow(after: .seconds(1)) }
        #expect((120...135).contains(fixture.engine.statistics(1).walks))
    }

    @Test func aWalkComesSoonAgainAfterAMinuteOfPeace() throws {
        let fixture = try EngineFixture()
        var time = Time(fixture: fixture)
        for _ in 0..<500 { time.overflow(after: .milliseconds(20)) }
        time.pass(.seconds(61))
        fixture.engine.walkIfDue(at: time.now)
        time.pass(.seconds(61))
        fixture.queue(.of(-1, .overflow))
        fixture.engine.runRound()
        #expect(fixture.engine.nextWalk == time.now + .milliseconds(100))
    }

    @Test func aSyncPointInAStormEndsAndLeavesEverythingDirty() throws {
        let fixture = try EngineFixture(["a"])
        let storm = (0..<1_000).map { _ in [WatchEvent.of(-1, .overflow)] }
        fixture.source.queue = storm
        // A queue that never runs empty and loses events each time it is read.
        #expect(fixture.dirty() == ["everything"])
        #expect(fixture.engine.statistics(1).walks <= 3)
        let reports = fixture.takeReports()
        #expect(
            reports.last == .everything(reason: "events are lost faster than the tree is walked"))
        // The storm is over, and what came unheard is found.
        fixture.source.queue = []
        try fixture.scratch.makeDirectories("tree/unheard/of")
        #expect(fixture.dirty() == ["everything"])
        #expect(fixture.watched() == ["", "a", "unheard", "unheard/of"])
        #expect(fixture.dirty() == [])
        #expect(fixture.engine.nextWalk == nil)
    }

    @Test func aStormInOneDirectoryIsReportedOnceARound() throws {
        let asked = Monitor(0)
        let fixture = try EngineFixture(
            ["a/inner"],
            isRelevant: { _, name, isDirectory in
                if !isDirectory { asked.update { $0 += 1 } }
                return name != Array("irrelevant".utf8)
            })
        let a = try fixture.watch("a")
        let storm = (0..<1_000).flatMap { number in
            [WatchEvent.of(a, .create, "f\(number)"), .of(a, .delete, "f\(number)")]
        }
        fixture.source.queue = [storm]
        fixture.engine.runRound()
        #expect(fixture.takeReports().count == 1)
        // Once the directory is dirty as a whole, no name needs a look.
        #expect(asked.read { $0 } == NameSelection.limit + 1)
        // Each round asks again, since its changes count for the time of rest.
        fixture.queue(.of(a, .modify, "irrelevant"))
        fixture.engine.runRound()
        #expect(fixture.takeReports() == [])
        // A file in the place of a directory is seen even then.
        fixture.queue(.of(a, .modify, "file"), .of(a, .create, "inner"))
        #expect(fixture.dirty() == ["a"])
        #expect(fixture.watched() == ["", "a"])
        // Handed out means that the next change is new; after that the same names need no look.
        asked.update { $0 = 0 }
        fixture.source.queue = [
            (0..<1_000).flatMap { _ in
                [WatchEvent.of(a, .modify, "file"), .of(a, .modify, "other")]
            }
        ]
        #expect(fixture.dirty() == ["a"])
        #expect(asked.read { $0 } == 2)
    }
}
