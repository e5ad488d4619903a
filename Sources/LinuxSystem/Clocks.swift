internal import Glibc
package import SnapshotModel

extension MonotonicInstant {
    /// The present moment of CLOCK_BOOTTIME: see clock_gettime(2).
    package static var now: MonotonicInstant {
        let time = reading(of: CLOCK_BOOTTIME)
        return MonotonicInstant(
            nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

/// The clock that people set: see clock_gettime(2), CLOCK_REALTIME.
package enum WallClock {
    /// The present moment.
    package static func now() -> FileTime {
        let time = reading(of: CLOCK_REALTIME)
        return FileTime(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
    }
}

extension ClockWatch.Reading {
    /// The present moment on all clocks: CLOCK_REALTIME, CLOCK_BOOTTIME and CLOCK_MONOTONIC.
    package static func now() -> ClockWatch.Reading {
        let time = reading(of: CLOCK_MONOTONIC)
        return ClockWatch.Reading(
            wall: WallClock.now(), running: .now,
            awake: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

private func reading(of clock: clockid_t) -> timespec {
    var time = timespec()
    // Fails for unknown clocks only.
    unsafe clock_gettime(clock, &time)
    return time
}
