internal import CLinux

/// A descriptor that becomes readable when the wall clock is set or the machine wakes up: see timerfd_create(2),
/// TFD_TIMER_CANCEL_ON_SET.
///
/// Waiting for it costs no wake-up.
package struct ClockAlarm: ~Copyable, Sendable {
    /// What to poll for reading.
    package let descriptor: FileDescriptor

    /// Makes an alarm for what happens to the clock from now on.
    package init() throws(SystemError) {
        let timer = FileDescriptor(
            adopting: CInt(try attempt("timerfd_create", clinux_clock_alarm())))
        try attempt("timerfd_settime", clinux_arm_clock_alarm(timer.rawValue))
        descriptor = timer
    }

    /// Makes the descriptor unreadable until the clock is set again.
    package borrowing func arm() throws(SystemError) {
        try attempt("timerfd_settime", clinux_arm_clock_alarm(descriptor.rawValue))
    }
}
