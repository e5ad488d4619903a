internal import CLinux
internal import Glibc
package import SnapshotModel

/// State behind a lock, with waiting until it fulfils a condition: see pthread_cond_wait(3).
///
/// `@unchecked Sendable`: the state is reached under the lock only.
@safe
package final class Monitor<State: ~Copyable>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let wakeUp = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    /// Takes over the state.
    package init(_ state: consuming sending State) {
        self.state = state
        unsafe pthread_mutex_init(lock, nil)
        unsafe pthread_cond_init(wakeUp, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(wakeUp)
        unsafe pthread_mutex_destroy(lock)
        unsafe wakeUp.deallocate()
        unsafe lock.deallocate()
    }

    /// Changes the state, then wakes everybody who waits for a condition.
    package func update<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(lock)
        defer {
            unsafe pthread_cond_broadcast(wakeUp)
            unsafe pthread_mutex_unlock(lock)
        }
        return try body(&state)
    }

    /// Looks at the state, or changes it in a way that nobody waits for.
    package func read<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return try body(&state)
    }

    /// Waits until `condition` gives a value, and returns it; `nil` only once `deadline` is past.
    ///
    /// A condition that changes the state wakes nobody. Time in suspend does not wake a waiter by
    /// itself: the deadline is looked at again when the machine runs.
    package func wait<Result>(
        until deadline: MonotonicInstant? = nil, _ condition: (inout State) -> sending Result?
    ) -> sending Result? {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        while true {
            if let result = condition(&state) { return result }
            guard let deadline else {
                unsafe pthread_cond_wait(wakeUp, lock)
                continue
            }
            let rest = deadline.nanoseconds - MonotonicInstant.now.nanoseconds
            guard rest > 0 else { return nil }
            unsafe clinux_wait_for(wakeUp, lock, rest)
        }
    }
}
