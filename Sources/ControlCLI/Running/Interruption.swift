internal import LinuxSystem
internal import Synchronization

/// What Ctrl-C and SIGTERM do: end a question at once, call a job off, and the second time end the program.
final class Interruption: Sendable {
    /// What the program is at when a signal comes.
    private enum Activity {
        case nothing
        case job(cancel: @Sendable () -> Void)
        case stopping
    }

    private struct State {
        var activity = Activity.nothing
        var signal: Signal?
        var isLineOpen = false
    }

    private let state = Mutex(State())
    private static let signals = [Signal.interrupt, .terminate]

    /// Takes the signals over; before any other thread starts.
    func arm() throws(SystemError) {
        Signals.block(Self.signals)
        try Thread.detach(name: "signals") { [self] in
            while true { take(Signals.wait(for: Self.signals)) }
        }
    }

    /// The signal that called the job off.
    var signal: Signal? { state.withLock { $0.signal } }

    /// Does a job that a signal calls off.
    func whileRunning<Result>(
        cancel: @escaping @Sendable () -> Void, _ job: () throws -> Result
    ) rethrows -> Result {
        state.withLock { $0.activity = .job(cancel: cancel) }
        defer { state.withLock { $0.activity = .nothing } }
        return try job()
    }

    /// Notes whether the cursor stands behind unfinished text on standard error.
    func lineIsOpen(_ isOpen: Bool) {
        state.withLock { $0.isLineOpen = isOpen }
    }

    private func take(_ signal: Signal) {
        let (activity, isLineOpen) = state.withLock { state in
            let before = (state.activity, state.isLineOpen)
            if case .job = state.activity {
                state.activity = .stopping
                state.signal = signal
            }
            state.isLineOpen = false
            return before
        }
        if isLineOpen { StandardError.write("\n") }
        switch activity {
        case .job(let cancel):
            StandardError.write(RestoreSentence.stopping() + "\n")
            cancel()
        case .nothing, .stopping:
            Signals.raiseDefault(signal)
        }
    }
}
