/// A moment on a clock that never jumps and runs on during suspend (CLOCK_BOOTTIME).
package struct MonotonicInstant: Hashable, Sendable, Comparable, BitwiseCopyable {
    /// Nanoseconds since the machine started.
    package var nanoseconds: Int64

    /// Makes a moment from nanoseconds since the machine started.
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Orders moments from early to late.
    package static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The moment `duration` after this one.
    package static func + (instant: MonotonicInstant, duration: Duration) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: instant.nanoseconds + duration.wholeNanoseconds)
    }

    /// How long after `right` this moment is.
    package static func - (left: MonotonicInstant, right: MonotonicInstant) -> Duration {
        .nanoseconds(left.nanoseconds - right.nanoseconds)
    }
}

extension Duration {
    /// The duration in nanoseconds, rounded towards zero.
    package var wholeNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
