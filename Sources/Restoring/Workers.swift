internal import LinuxSystem

/// Runs the same work on several threads.
enum Workers {
    /// Runs `work` on `count` threads, one of them the caller's, and waits for all.
    ///
    /// A thread that cannot be started leaves its share to the others.
    static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
        guard count > 1 else { return work() }
        do throws(SystemError) {
            let thread = try Thread(name: "restore", work)
            run(count - 1, work)
            thread.join()
        } catch {
            work()
        }
    }
}
