package import SnapshotModel
internal import Synchronization

/// How far a long piece of work is, seen from other threads, which may also call it off.
package final class JobProgress: Sendable {
    /// The numbers at one moment.
    package struct Snapshot: Sendable, Hashable {
        /// What is being done.
        package var phase: String
        /// Files done.
        package var files: Int
        /// Files in total, 0 while unknown.
        package var filesTotal: Int
        /// Bytes done.
        package var bytes: Int64
        /// Bytes in total, 0 while unknown.
        package var bytesTotal: Int64
        /// Whether somebody called it off.
        package var isCancelled: Bool
    }

    private let files = Atomic<Int>(0)
    private let filesTotal = Atomic<Int>(0)
    private let bytes = Atomic<Int64>(0)
    private let bytesTotal = Atomic<Int64>(0)
    private let cancelled = Atomic<Bool>(false)
    private let phase = Mutex("")

    /// Makes the progress of work that has not begun.
    package init() {}

    /// Begins a phase: what is done in it, and how much there is of it.
    package func begin(_ name: String, files: Int = 0, bytes: Int64 = 0) {
        phase.withLock { $0 = name }
        self.files.store(0, ordering: .relaxed)
        self.bytes.store(0, ordering: .relaxed)
        filesTotal.store(files, ordering: .relaxed)
        bytesTotal.store(bytes, ordering: .relaxed)
    }

    /// Counts finished work.
    package func add(files: Int = 0, bytes: Int64 = 0) {
        if files != 0 { self.files.add(files, ordering: .relaxed) }
        if bytes != 0 { self.bytes.add(bytes, ordering: .relaxed) }
    }

    /// Raises the totals, where they become known bit by bit.
    package func expect(files: Int = 0, bytes: Int64 = 0) {
        if files != 0 { filesTotal.add(files, ordering: .relaxed) }
        if bytes != 0 { bytesTotal.add(bytes, ordering: .relaxed) }
    }

    /// Calls the work off; it ends at its next ``checkCancelled()``.
    package func cancel() {
        cancelled.store(true, ordering: .relaxed)
    }

    /// Whether somebody called the work off.
    package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// Throws `interrupted` if somebody called the work off.
    package func checkCancelled() throws(UserError) {
        guard isCancelled else { return }
        throw UserError(.interrupted, "interrupted", remedy: "run the command again")
    }

    /// The numbers as they are now.
    package func snapshot() -> Snapshot {
        Snapshot(
            phase: phase.withLock { $0 }, files: files.load(ordering: .relaxed),
            filesTotal: filesTotal.load(ordering: .relaxed),
            bytes: bytes.load(ordering: .relaxed),
            bytesTotal: bytesTotal.load(ordering: .relaxed), isCancelled: isCancelled)
    }
}
