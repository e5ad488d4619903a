import SnapshotModel
import SnapshotStore
import Synchronization

/// Clocks that only move when a test says so.
final class ManualClock: StoreClock {
    private let state = Mutex((now: Int64(1_764_468_000), instant: Int64(1_000)))

    var now: FileTime { FileTime(seconds: state.withLock { $0.now }) }
    var instant: MonotonicInstant {
        MonotonicInstant(nanoseconds: state.withLock { $0.instant } * 1_000_000_000)
    }

    /// Lets time pass.
    func advance(hours: Int64) {
        state.withLock {
            $0.now += hours * 3600
            $0.instant += hours * 3600
        }
    }

    /// Lets somebody set the wall clock.
    func setWall(hoursAhead: Int64) {
        state.withLock { $0.now += hoursAhead * 3600 }
    }

    /// Lets the machine be off.
    func powerOff(hours: Int64) {
        state.withLock {
            $0.now += hours * 3600
            $0.instant = 10
        }
    }
}

/// UTC without a calendar: all that these tests need of a zone.
struct PlainZone: ZoneRules {
    var name: String { "UTC" }

    func civilTime(at seconds: Int64) -> CivilTime {
        let days = Int(seconds / 86_400)
        return CivilTime(
            year: 2000, month: 1, day: days, hour: Int(seconds / 3600 % 24), minute: 0, second: 0,
            utcOffset: 0, isoYear: 2000, isoWeek: 1)
    }

    func seconds(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
    ) -> Int64 {
        Int64(day) * 86_400 + Int64(hour) * 3600
    }
}
