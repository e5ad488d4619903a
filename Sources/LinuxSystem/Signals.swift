internal import Glibc

/// A signal by number: see signal(7).
package struct Signal: Hashable, Sendable, BitwiseCopyable {
    /// The kernel's number.
    package let rawValue: CInt

    /// Makes a signal from the kernel's number.
    package init(rawValue: CInt) {
        self.rawValue = rawValue
    }

    /// SIGHUP.
    package static let hangUp = Signal(rawValue: SIGHUP)
    /// SIGINT.
    package static let interrupt = Signal(rawValue: SIGINT)
    /// SIGQUIT.
    package static let quit = Signal(rawValue: SIGQUIT)
    /// SIGTERM.
    package static let terminate = Signal(rawValue: SIGTERM)
    /// SIGUSR1.
    package static let user1 = Signal(rawValue: SIGUSR1)
    /// SIGUSR2.
    package static let user2 = Signal(rawValue: SIGUSR2)
    /// SIGPIPE.
    package static let brokenPipe = Signal(rawValue: SIGPIPE)
    /// SIGWINCH.
    package static let windowChange = Signal(rawValue: SIGWINCH)
}

/// How the process takes signals.
package enum Signals {
    /// Keeps signals for ``wait(for:)``; to be called before any thread: see pthread_sigmask(3).
    package static func block(_ signals: [Signal]) {
        var set = set(of: signals)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for one of the blocked signals: see sigwait(3).
    package static func wait(for signals: [Signal]) -> Signal {
        var set = set(of: signals)
        var number: CInt = 0
        while unsafe sigwait(&set, &number) != 0 {}
        return Signal(rawValue: number)
    }

    /// Waits for one of the blocked signals, `nil` after `limit` if none came: see sigtimedwait(2).
    package static func wait(for signals: [Signal], atMost limit: Duration?) -> Signal? {
        guard let limit else { return wait(for: signals) }
        var set = set(of: signals)
        var time = timespec(
            tv_sec: Int(limit.components.seconds),
            tv_nsec: Int(limit.components.attoseconds / 1_000_000_000))
        let number = unsafe sigtimedwait(&set, nil, &time)
        return number > 0 ? Signal(rawValue: number) : nil
    }

    /// Makes a write to a pipe without a reader fail with EPIPE: see signal(7).
    package static func ignoreBrokenPipe() {
        _ = Glibc.signal(SIGPIPE, SIG_IGN)
    }

    /// Ends the process as the signal would have: see raise(3).
    package static func raiseDefault(_ signal: Signal) {
        _ = Glibc.signal(signal.rawValue, SIG_DFL)
        var set = set(of: [signal])
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(signal.rawValue)
    }

    /// Sends a signal to a process: see kill(2).
    package static func send(_ signal: Signal, to process: Int32) throws(SystemError) {
        let result = kill(process, signal.rawValue)
        let code = Glibc.errno
        try attempt("kill", result < 0 ? -Int64(code) : 0)
    }

    private static func set(of signals: [Signal]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal.rawValue) }
        return set
    }
}
