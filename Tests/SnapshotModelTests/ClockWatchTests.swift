import SnapshotModel
import Testing

@Suite struct ClockWatchTests {
    private func reading(
        wall: Int64, running: Int64, awake: Int64, nanoseconds: Int32 = 0
    ) -> ClockWatch.Reading {
        ClockWatch.Reading(
            wall: FileTime(seconds: 1_000_000 + wall, nanoseconds: nanoseconds),
            running: MonotonicInstant(nanoseconds: running * 1_000_000_000),
            awake: awake * 1_000_000_000)
    }

    @Test func clocksThatAgreeTellNothing() {
        var watch = ClockWatch(reading(wall: 0, running: 0, awake: 0))
        for second: Int64 in [1, 2, 3_600, 90_000] {
            let now = reading(
                wall: second, running: second, awake: second, nanoseconds: 900_000_000)
            #expect(watch.look(now) == nil)
        }
    }

    @Test func sleepIsNoticedOnce() {
        var watch = ClockWatch(reading(wall: 0, running: 0, awake: 0))
        #expect(
            watch.look(reading(wall: 7_210, running: 7_210, awake: 10))
                == "the machine slept for 2h")
        #expect(watch.look(reading(wall: 7_211, running: 7_211, awake: 11)) == nil)
    }

    @Test func aClockThatIsSetIsNoticedInBothDirections() {
        var watch = ClockWatch(reading(wall: 0, running: 0, awake: 0))
        #expect(
            watch.look(reading(wall: 3_601, running: 1, awake: 1))
                == "the clock was set 1h ahead")
        #expect(
            watch.look(reading(wall: 2, running: 2, awake: 2)) == "the clock was set 1h back")
    }

    @Test func aLeapSecondIsNoJump() {
        var watch = ClockWatch(reading(wall: 0, running: 0, awake: 0))
        #expect(watch.look(reading(wall: 10, running: 11, awake: 11)) == nil)
    }
}
