import SnapshotModel
import TestSupport
import Testing

@Suite struct SettlerTests {
    private static let timing = Settler.Timing(
        quiet: .seconds(3), deleteQuiet: .seconds(20), maxWait: .seconds(120),
        minInterval: .seconds(10))

    /// A settler, the snapshots it asked for, and a clock that is turned by hand.
    private struct World {
        var settler = Settler(timing)
        var now = MonotonicInstant(nanoseconds: 5_000_000_000)
        var started = [Double]()
        var cost = Duration.zero
        var failing = false
        private var ends: MonotonicInstant?

        var seconds: Double { Double(now.nanoseconds) / 1e9 - 5 }

        mutating func tell(_ event: Settler.Event) {
            guard settler.handle(event, at: now) == .takeSnapshot else { return }
            started.append(seconds)
            #expect(settler.handle(.snapshotStarted, at: now) == .none)
            ends = now + cost
            finishIfDone()
        }

        /// Lets time pass, waking up at the settler's deadlines and a snapshot's end, as the agent does.
        mutating func pass(_ duration: Duration) {
            let target = now + duration
            while let next = [ends, settler.deadline].compactMap({ $0 }).min(), next <= target {
                now = max(now, next)
                if ends == next { finishIfDone() } else { tell(.tick) }
            }
            now = target
        }

        private mutating func finishIfDone() {
            guard let end = ends, end <= now else { return }
            ends = nil
            tell(.snapshotFinished(cost: cost, succeeded: !failing))
        }
    }

    @Test func aSaveIsTakenWhenItIsQuiet() {
        var world = World()
        world.tell(.changed(deletesOnly: false))
        world.pass(.seconds(2))
        #expect(world.started.isEmpty)
        world.tell(.changed(deletesOnly: false))
        #expect(world.settler.oldestUnsaved?.nanoseconds == 5_000_000_000)
        world.pass(.seconds(60))
        #expect(world.started == [5])
        #expect(world.settler.oldestUnsaved == nil)
    }

    @Test func aChangeThatTheSyncPointTookIsForgottenAndALaterOneIsNot() {
        var world = World()
        world.tell(.changed(deletesOnly: false))
        let told = world.now
        world.pass(.seconds(1))
        world.tell(.saved(until: told))
        #expect(world.settler.oldestUnsaved == nil)
        #expect(world.settler.deadline == nil)
        world.tell(.changed(deletesOnly: false))
        world.tell(.saved(until: told))
        world.pass(.seconds(60))
        #expect(world.started == [4])
    }

    @Test func anIdleTreeNeedsNoWakeUp() {
        var world = World()
        #expect(world.settler.deadline == nil)
        world.tell(.tick)
        world.tell(.changed(deletesOnly: false))
        world.pass(.seconds(100))
        #expect(world.settler.deadline == nil)
        #expect(world.started.count == 1)
    }

    @Test func aHotLogFileIsSavedAtTheCeilingEachTime() {
        var world = World()
        world.cost = .seconds(1)
        for _ in 0..<600 {
            world.tell(.changed(deletesOnly: false))
            world.pass(.seconds(1))
        }
        #expect(world.started.first == 120)
        #expect((4...5).contains(world.started.count))
        for (early, late) in zip(world.started, world.started.dropFirst()) {
            #expect((119.9...122.1).contains(late - early))
        }
    }

    @Test func anEditorThatSavesOftenMakesNoFlood() {
        var world = World()
        for _ in 0..<60 {
            world.tell(.changed(deletesOnly: false))
            world.pass(.seconds(5))
        }
        #expect((25...31).contains(world.started.count))
        for (early, late) in zip(world.started, world.started.dropFirst()) {
            #expect(late - early >= 10)
        }
    }

    @Test func aSlowCopyWithPausesIsOneSnapshotPerPauseAtMost() {
        var world = World()
        for _ in 0..<20 {
            for _ in 0..<10 {
                world.tell(.changed(deletesOnly: false))
                world.pass(.seconds(1))
            }
            world.pass(.seconds(10))
        }
        #expect(world.started.count == 20)
    }

    @Test func onlyDeletionWaitsLonger() {
        var world = World()
        world.tell(.changed(deletesOnly: true))
        world.pass(.seconds(19))
        #expect(world.started.isEmpty)
        world.pass(.seconds(10))
        #expect(world.started == [20])
        world.tell(.changed(deletesOnly: true))
        world.pass(.seconds(1))
        world.tell(.changed(deletesOnly: false))
        world.pass(.seconds(10))
        #expect(world.started == [20, 33])
    }

    @Test func deletionsWithoutEndReachTheCeiling() {
        var world = World()
        for _ in 0..<130 {
            world.tell(.changed(deletesOnly: true))
            world.pass(.seconds(1))
        }
        #expect(world.started == [120])
    }

    @Test func aStormNeitherStarvesNorFloods() {
        var world = World()
        world.cost = .seconds(90)
        for _ in 0..<3_600 {
            world.tell(.changed(deletesOnly: false))
            world.pass(.seconds(1))
        }
        #expect(world.started.count == 10)
        for (early, late) in zip(world.started, world.started.dropFirst()) {
            #expect((359.9...361.1).contains(late - early))
        }
    }

    @Test func aChangeDuringASnapshotBelongsToTheNextWindow() {
        var world = World()
        world.cost = .seconds(30)
        world.tell(.changed(deletesOnly: false))
        world.pass(.seconds(10))
        #expect(world.started == [3])
        world.tell(.changed(deletesOnly: false))
        #expect(world.settler.oldestUnsaved?.nanoseconds == 5_000_000_000)
        world.pass(.seconds(25))
        #expect(world.settler.oldestUnsaved?.nanoseconds == 15_000_000_000)
        world.pass(.seconds(200))
        #expect(world.started == [3, 123])
    }

    @Test func aFailedSnapshotKeepsItsChangesAndBacksOff() {
        var world = World()
        world.failing = true
        world.tell(.changed(deletesOnly: false))
        world.pass(.seconds(1_000))
        #expect(world.started == [3, 6, 12, 24, 48, 96, 192, 384, 684, 984])
        #expect(world.settler.oldestUnsaved?.nanoseconds == 5_000_000_000)
        world.failing = false
        world.pass(.seconds(300))
        #expect(world.started.count == 11)
        #expect(world.settler.oldestUnsaved == nil)
        #expect(world.settler.deadline == nil)
    }

    @Test func aRequestIsServedAtOnceOrAfterTheRunningOne() {
        var world = World()
        world.cost = .seconds(20)
        world.tell(.requested)
        #expect(world.started == [0])
        world.pass(.seconds(5))
        world.tell(.requested)
        #expect(world.started == [0])
        world.pass(.seconds(100))
        #expect(world.started == [0, 20])
    }

    @Test func aRequestThatFailsBeforeItsStartIsNotRepeated() {
        var settler = Settler(Self.timing)
        let now = MonotonicInstant(nanoseconds: 0)
        #expect(settler.handle(.requested, at: now) == .takeSnapshot)
        #expect(settler.handle(.tick, at: now) == .none)
        let end = Settler.Event.snapshotFinished(cost: .zero, succeeded: false)
        #expect(settler.handle(end, at: now) == .none)
        #expect(settler.deadline == nil)
    }

    @Test func aSnapshotThatSomebodyElseStartedCountsToo() {
        var settler = Settler(Self.timing)
        let now = MonotonicInstant(nanoseconds: 0)
        #expect(settler.handle(.changed(deletesOnly: false), at: now) == .none)
        #expect(settler.handle(.snapshotStarted, at: now) == .none)
        #expect(settler.deadline == nil)
        let end = Settler.Event.snapshotFinished(cost: .seconds(1), succeeded: true)
        #expect(settler.handle(end, at: now + .seconds(1)) == .none)
        #expect(settler.oldestUnsaved == nil)
    }

    @Test func everyChangeIsSavedWithinItsBound() {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<60 {
            var world = World()
            world.cost = .milliseconds(Int.random(in: 0...60_000, using: &random))
            var worst = Duration.zero
            for _ in 0..<60 {
                world.tell(.changed(deletesOnly: Bool.random(using: &random)))
                if let oldest = world.settler.oldestUnsaved {
                    worst = max(worst, world.now - oldest)
                }
                world.pass(.milliseconds(Int.random(in: 0...9_000, using: &random)))
            }
            #expect(worst <= max(.seconds(120), world.cost * 4) + world.cost + .seconds(1))
            for (early, late) in zip(world.started, world.started.dropFirst()) {
                #expect(late - early > 9.99)
                #expect(late - early > Double(world.cost.wholeNanoseconds) * 4 / 1e9 - 0.01)
            }
            world.pass(.seconds(600))
            #expect(world.settler.oldestUnsaved == nil)
        }
    }
}
