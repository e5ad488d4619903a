import LinuxSystem
import SnapshotModel
import Testing
import TreeWatching

@testable import Agent

/// What an engine's thread is woken for, and what it does first.
@Suite struct EngineMailboxTests {
    private static let hour: Int64 = 3_600

    private func moment(_ seconds: Int64) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: seconds * 1_000_000_000)
    }

    private func mailbox() -> EngineMailbox {
        let timing = Settler.Timing(
            quiet: .seconds(3), deleteQuiet: .seconds(9), maxWait: .seconds(120),
            minInterval: .zero)
        return EngineMailbox(
            settler: Settler(timing), promise: .seconds(720), housekeepingDue: moment(Self.hour))
    }

    private func name(_ turn: EngineTurn?) -> String? {
        switch turn {
        case .snapshot: "snapshot"
        case .timedScan: "scan"
        case .coverage: "coverage"
        case .late: "late"
        case .proof: "proof"
        case .overdue: "overdue"
        case .doubt: "doubt"
        case .store: "store"
        case .storeChanged: "changed"
        case .suspects: "suspects"
        case .housekeeping: "housekeeping"
        case .rootGone: "gone"
        case .rootBack: "back"
        case .root: "root"
        case .job: "job"
        case .waitAnew: "wait"
        case .stop: "stop"
        case nil: nil
        }
    }

    /// Where nothing above it can be watched, no event tells that it is back.
    @Test func aLostRootIsLookedForAgainAndAgain() {
        var mailbox = mailbox()
        mailbox.take(.rootGone(reason: "no such file"), at: moment(1))
        #expect(name(mailbox.nextTurn(at: moment(1))) == "gone")
        #expect(name(mailbox.nextTurn(at: moment(2))) == nil)
        #expect(mailbox.deadline == moment(6))
        #expect(name(mailbox.nextTurn(at: moment(6))) == "root")
        #expect(mailbox.deadline == moment(11))
        mailbox.take(.rootBack, at: moment(7))
        #expect(name(mailbox.nextTurn(at: moment(7))) == "back")
        #expect(mailbox.deadline == moment(Self.hour))
    }

    @Test func aClockThatIsSetEndsTheWait() {
        var mailbox = mailbox()
        mailbox.take(.clockChanged, at: moment(1))
        #expect(name(mailbox.nextTurn(at: moment(1))) == "wait")
        #expect(name(mailbox.nextTurn(at: moment(1))) == nil)
    }

    @Test func whatReadersMetIsJudgedWhenItIsDue() {
        var mailbox = mailbox()
        mailbox.suspectsDue = moment(100)
        mailbox.storeChanged = true
        #expect(mailbox.deadline == moment(100))
        #expect(name(mailbox.nextTurn(at: moment(99))) == "changed")
        #expect(name(mailbox.nextTurn(at: moment(99))) == nil)
        #expect(name(mailbox.nextTurn(at: moment(100))) == "suspects")
    }

    @Test func aWalkThatIsOverdueIsToldOnce() {
        var mailbox = mailbox()
        mailbox.walkOverdue = moment(100)
        #expect(mailbox.deadline == moment(100))
        #expect(name(mailbox.nextTurn(at: moment(99))) == nil)
        #expect(name(mailbox.nextTurn(at: moment(100))) == "overdue")
        #expect(name(mailbox.nextTurn(at: moment(101))) == nil)
        // Who cannot see the root cannot walk: that is an alarm of its own.
        mailbox.walkOverdue = moment(100)
        mailbox.take(.rootGone(reason: "gone"), at: moment(100))
        #expect(name(mailbox.nextTurn(at: moment(100))) == "gone")
        #expect(name(mailbox.nextTurn(at: moment(100))) == nil)
    }

    @Test func anIdleThreadSleepsUntilTheRegularWalk() {
        var idle = mailbox()
        #expect(idle.deadline == moment(Self.hour))
        #expect(name(idle.nextTurn(at: moment(Self.hour - 1))) == nil)
        #expect(name(idle.nextTurn(at: moment(Self.hour))) == "housekeeping")
    }

    @Test func whatCannotBeWatchedIsLookedAtAndThenScannedOnTime() {
        var mailbox = mailbox()
        mailbox.take(.degraded, at: moment(1))
        #expect(name(mailbox.nextTurn(at: moment(1))) == "coverage")
        #expect(name(mailbox.nextTurn(at: moment(1))) == nil)
        mailbox.scanDue = moment(300)
        #expect(mailbox.deadline == moment(300))
        #expect(name(mailbox.nextTurn(at: moment(299))) == nil)
        #expect(name(mailbox.nextTurn(at: moment(300))) == "scan")
    }

    @Test func aBrokenPromiseIsToldOnce() {
        var mailbox = mailbox()
        mailbox.tell(.changed(deletesOnly: false), at: moment(10))
        mailbox.tell(.snapshotStarted, at: moment(13))
        // The snapshot takes for ever, so nothing else makes the thread look.
        #expect(mailbox.deadline == moment(730))
        #expect(name(mailbox.nextTurn(at: moment(729))) == nil)
        #expect(name(mailbox.nextTurn(at: moment(730))) == "late")
        #expect(name(mailbox.nextTurn(at: moment(731))) == nil)
        #expect(mailbox.deadline == moment(Self.hour))
        let late = Lateness(mailbox, promise: .seconds(720), at: moment(2_470))
        #expect(late?.message == "oldest unsaved change is 41m old, promised 12m")
        #expect(late?.remedy == "snapctl snapshot")
    }

    @Test func aFileThatNeverRestsBreaksThePromiseByName() {
        var mailbox = mailbox()
        mailbox.restless = RestlessFile(path: BytePath("big.img"), since: moment(10))
        #expect(mailbox.deadline == moment(730))
        #expect(Lateness(mailbox, promise: .seconds(720), at: moment(729)) == nil)
        let late = Lateness(mailbox, promise: .seconds(720), at: moment(2_470))
        #expect(
            late?.message
                == "oldest unsaved change is 41m old, promised 12m: big.img never rests")
        #expect(late?.remedy == "snapctl snapshot    or: exclude = [\"big.img\"]")
    }

    @Test func withoutARootItAndTheRegularWalkAloneAreDue() {
        var mailbox = mailbox()
        mailbox.tell(.changed(deletesOnly: false), at: moment(10))
        mailbox.scanDue = moment(20)
        mailbox.take(.rootGone(reason: "unmounted"), at: moment(11))
        #expect(name(mailbox.nextTurn(at: moment(11))) == "gone")
        #expect(mailbox.deadline == moment(16))
        #expect(name(mailbox.nextTurn(at: moment(2_000))) == "root")
        #expect(name(mailbox.nextTurn(at: moment(2_000))) == nil)
        mailbox.take(.rootBack, at: moment(2_000))
        #expect(name(mailbox.nextTurn(at: moment(2_000))) == "back")
    }
}
