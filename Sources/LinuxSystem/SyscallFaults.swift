#if DEBUG
    internal import Glibc
    internal import Synchronization

    /// Makes named system calls of the calling thread, or of all threads, fail: for tests only.
    package enum SyscallFaults {
        private struct Fault {
            var identity: Int
            var call: String
            var errno: Errno
            var passing: Int
            var failing: Int
            var thread: pthread_t?
        }

        private struct State {
            var faults: [Fault] = []
            var nextIdentity = 0
        }

        private static let isArmed = Atomic<Int>(0)
        private static let state = Mutex(State())

        /// Runs `body` while the system call `call` fails with `errno`.
        ///
        /// The first `passing` calls go through and at most `failing` ones fail. Only the calling
        /// thread is concerned, since tests run side by side, unless `everyThread` is set.
        package static func refusing<Result, Failure: Error>(
            _ call: String, with errno: Errno, after passing: Int = 0, times failing: Int = .max,
            everyThread: Bool = false, _ body: () throws(Failure) -> Result
        ) throws(Failure) -> Result {
            let thread = everyThread ? nil : pthread_self()
            let identity = state.withLock { state in
                state.nextIdentity += 1
                state.faults.append(
                    Fault(
                        identity: state.nextIdentity, call: call, errno: errno, passing: passing,
                        failing: failing, thread: thread))
                return state.nextIdentity
            }
            isArmed.add(1, ordering: .sequentiallyConsistent)
            defer {
                isArmed.subtract(1, ordering: .sequentiallyConsistent)
                state.withLock { $0.faults.removeAll { $0.identity == identity } }
            }
            return try body()
        }

        /// The reason why the calling thread's next call of this name fails, `nil` if it does not.
        package static func refusal(of call: String) -> Errno? {
            guard isArmed.load(ordering: .relaxed) > 0 else { return nil }
            let current = pthread_self()
            return state.withLock { state -> Errno? in
                for index in state.faults.indices where state.faults[index].call == call {
                    let fault = state.faults[index]
                    if let thread = fault.thread, pthread_equal(thread, current) == 0 { continue }
                    if fault.passing > 0 {
                        state.faults[index].passing -= 1
                        continue
                    }
                    guard fault.failing > 0 else { continue }
                    state.faults[index].failing -= 1
                    return fault.errno
                }
                return nil
            }
        }
    }
#endif
