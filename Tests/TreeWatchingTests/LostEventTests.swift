internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@testable internal import TreeWatching

/// Whatever may have been missed, everything is dirty and every directory watched again.
@Suite struct LostEventTests {
    /// Changes the tree without a word, then says that events are missing.
    private func lose(_ fixture: EngineFixture, _ tell: () throws -> Void) throws {
        try fixture.scratch.makeDirectories("tree/new/inner")
        try fixture.tree().remove(Array("old".utf8), directory: true)
        try fixture.tree().rename(
            Array("a".utf8), to: fixture.tree(), Array("b".utf8), replacing: false)
        try tell()
        #expect(fixture.dirty() == ["everything"])
        #expect(fixture.watched() == ["", "b", "b/inner", "new", "new/inner"])
        #expect(fixture.engine.statistics(1).walks == 1)
        #expect(fixture.engine.table.count == 5)
        #expect(fixture.dirty() == [])
    }

    @Test func afterAnOverflow() throws {
        let fixture = try EngineFixture(["a/inner", "old"])
        try lose(fixture) { fixture.queue(.of(-1, .overflow)) }
        #expect(fixture.engine.statistics(1).overflows == 1)
        #expect(
            fixture.takeReports() == [.everything(reason: "the kernel's event queue overflowed")])
    }

    @Test func afterAnEventOfAnUnknownWatch() throws {
        let fixture = try EngineFixture(["a/inner", "old"])
        try lose(fixture) { fixture.queue(.of(99, .modify, "file")) }
        #expect(fixture.engine.statistics(1).unknownEvents == 1)
    }

    @Test func afterAReadThatFailed() throws {
        let fixture = try EngineFixture(["a/inner", "old"])
        try lose(fixture) { fixture.source.failure = .io }
    }

    @Test func afterAnUnmountBelow() throws {
        let fixture = try EngineFixture(["a/mounted/inner"])
        let mounted = try fixture.watch("a/mounted")
        fixture.queue(.of(mounted, .unmount), .of(mounted, .ignored))
        #expect(fixture.dirty() == ["everything"])
        // The directory below the mount is watched instead.
        #expect(fixture.watched() == ["", "a", "a/mounted", "a/mounted/inner"])
        #expect(try fixture.watch("a/mounted") != mounted)
    }

    @Test func aStormDoesNotCauseWalksWithoutEnd() {
        var delay = WalkDelay()
        let start = MonotonicInstant(nanoseconds: 0)
        let first = delay.next(after: start)
        let second = delay.next(after: first)
        #expect(first - start == .milliseconds(100))
        #expect(second - first == .milliseconds(200))
        var now = second
        for _ in 0..<20 {
            let next = delay.next(after: now)
            #expect(next - now <= .seconds(60))
            now = next
        }
        #expect(delay.next(after: now + .seconds(61)) - now == .seconds(61) + .milliseconds(100))
    }

    @Test func aWalkIsDueSoonAndOnce() throws {
        let fixture = try EngineFixture()
        fixture.queue(.of(-1, .overflow))
        fixture.engine.runRound()
        let due = try #require(fixture.engine.nextWalk)
        #expect(due > .now)
        fixture.engine.walkIfDue(at: .now)
        #expect(fixture.engine.statistics(1).walks == 0)
        fixture.engine.walkIfDue(at: due)
        #expect(fixture.engine.statistics(1).walks == 1)
        #expect(fixture.engine.nextWalk == nil)
    }

    @Test func aFailedSnapshotPutsItsSetBack() throws {
        let fixture = try EngineFixture(["a", "b"])
        fixture.queue(.of(try fixture.watch("a"), .modify, "file"))
        let taken = fixture.engine.syncPoint(1)
        fixture.queue(.of(try fixture.watch("b"), .modify, "file"))
        fixture.engine.putBack(1, taken)
        #expect(fixture.dirty() == ["a", "b"])
        fixture.engine.putBack(1, DirtySet(everything: "failed"))
        fixture.engine.putBack(1, taken)
        #expect(fixture.engine.syncPoint(1).reason == "failed")
    }

    /// Its events were seen at the sync point, which tells nobody: without a word of it they would wait for the next ones.
    @Test func whatAFailedSnapshotPutsBackIsToldOf() throws {
        let fixture = try EngineFixture(["a"])
        fixture.queue(.of(try fixture.watch("a"), .modify, "file"))
        let taken = fixture.engine.syncPoint(1)
        #expect(fixture.takeReports() == [])
        fixture.engine.putBack(1, taken)
        fixture.engine.runRound()
        let reports = fixture.takeReports()
        #expect(reports.count == 1)
        guard case .changed(deletesOnly: false, _) = reports.first else {
            Issue.record("\(reports)")
            return
        }
        fixture.engine.runRound()
        #expect(fixture.takeReports() == [])
    }

    @Test func whatAWalkFindsIsToldOf() throws {
        let fixture = try EngineFixture()
        try fixture.scratch.makeDirectories("tree/new")
        let root = try #require(fixture.engine.roots[1])
        fixture.engine.walkTree(of: root)
        fixture.engine.runRound()
        #expect(fixture.takeReports().count == 1)
        #expect(fixture.dirty() == ["new"])
    }
}
