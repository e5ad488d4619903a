/// Notices from the clocks alone that the machine slept or that somebody set the wall clock.
///
/// A value without a clock: it is shown readings and compares each with the one before.
package struct ClockWatch: Hashable, Sendable {
    /// All clocks at one moment.
    package struct Reading: Hashable, Sendable {
        /// The wall clock.
        package var wall: FileTime
        /// The clock that never jumps and runs on during suspend.
        package var running: MonotonicInstant
        /// The clock that stands still during suspend, in nanoseconds.
        package var awake: Int64

        /// Makes a reading.
        package init(wall: FileTime, running: MonotonicInstant, awake: Int64) {
            self.wall = wall
            self.running = running
            self.awake = awake
        }
    }

    /// Two clocks cannot be read at once, and a leap second is no jump.
    private static let tolerance = Duration.seconds(2)

    private var last: Reading

    /// Starts from a first reading.
    package init(_ reading: Reading) {
        last = reading
    }

    /// Compares with the reading before; the words for what happened since, `nil` if nothing did.
    package mutating func look(_ reading: Reading) -> String? {
        defer { last = reading }
        let passed = reading.running - last.running
        let slept = passed - .nanoseconds(reading.awake - last.awake)
        if slept > Self.tolerance {
            return "the machine slept for \(DurationText.text(slept.inSeconds))"
        }
        let shown =
            Duration.seconds(reading.wall.seconds - last.wall.seconds)
            + .nanoseconds(Int64(reading.wall.nanoseconds) - Int64(last.wall.nanoseconds))
        let jump = shown - passed
        if jump > Self.tolerance {
            return "the clock was set \(DurationText.text(jump.inSeconds)) ahead"
        }
        if jump < .zero - Self.tolerance {
            return "the clock was set \(DurationText.text((.zero - jump).inSeconds)) back"
        }
        return nil
    }
}

extension Duration {
    /// The duration to the nearest second: the clocks are not read at quite the same moment.
    fileprivate var inSeconds: Duration {
        .seconds((self + .milliseconds(500)).components.seconds)
    }
}
