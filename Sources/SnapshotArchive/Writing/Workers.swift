internal import LinuxSystem
internal import Synchronization

/// Threads that live for one piece of work.
enum Workers {
    /// The number that keeps all cores busy while some threads wait for the disk.
    static let largestCount = 8

    /// Runs `body` on `count` threads, waits for all of them and throws the first of their errors.
    static func run(
        _ count: Int, name: String, _ body: @Sendable @escaping (Int) throws -> Void
    ) throws {
        if count <= 1 { return try body(0) }
        let box = FailureBox()
        try start(index: 0, count, name: name, box, body)
        if let error = box.first.withLock({ $0 }) { throw error }
    }

    /// Starts one thread and the rest after it, then joins it: a list cannot hold threads.
    private static func start(
        index: Int, _ count: Int, name: String, _ box: FailureBox,
        _ body: @Sendable @escaping (Int) throws -> Void
    ) throws {
        guard index < count else { return }
        let thread = try Thread(name: "\(name) \(index)") {
            do { try body(index) } catch { box.note(error) }
        }
        let others = Result { try start(index: index + 1, count, name: name, box, body) }
        thread.join()
        try others.get()
    }
}

/// Keeps the first error of several threads.
private final class FailureBox: Sendable {
    let first = Mutex<(any Error)?>(nil)

    func note(_ error: any Error) {
        first.withLock { if $0 == nil { $0 = error } }
    }
}
