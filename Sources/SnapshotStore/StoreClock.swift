internal import LinuxSystem
package import SnapshotModel

/// The two clocks a store goes by: one can jump, the other cannot.
package protocol StoreClock: Sendable {
    /// The wall clock.
    var now: FileTime { get }
    /// The clock that never jumps.
    var instant: MonotonicInstant { get }
}

/// The machine's clocks.
package struct SystemClock: StoreClock {
    /// Makes a view of the machine's clocks.
    package init() {}

    /// The wall clock.
    package var now: FileTime { WallClock.now() }
    /// The clock that runs on during suspend and never jumps.
    package var instant: MonotonicInstant { .now }
}
