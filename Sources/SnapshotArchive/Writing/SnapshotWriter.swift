package import LinuxSystem
package import SnapshotModel
internal import Synchronization

/// Writes snapshot zips of one directory.
///
/// Only a zip that cannot be written throws, and so does a job that is called off. What cannot be read, vanishes or
/// keeps changing is a result, recorded in the snapshot.
package struct SnapshotWriter: ~Copyable {
    private let root: FileDescriptor
    private let workerCount: Int
    private let progress: JobProgress

    /// Makes a writer for the tree below `root` that works with so many threads.
    package init(
        root: borrowing FileDescriptor, workers: Int? = nil, progress: JobProgress = JobProgress()
    ) throws(SystemError) {
        self.root = try root.duplicate()
        let wanted = workers ?? 2 * ProcessorCount.available
        workerCount = max(1, min(wanted, Workers.largestCount))
        self.progress = progress
    }

    /// Writes a zip into an empty file, from the first byte to the last, but not to the disk: that is publishing.
    ///
    /// `complete` may change the record once the final entries are known, before it is written: it has the
    /// entries by the plan's indices, `nil` for what vanished, and how reading went.
    package func write(
        _ plan: ArchivePlan, record: SnapshotRecord, into file: borrowing FileDescriptor,
        complete: (inout SnapshotRecord, PackedItems) throws -> Void
    ) throws -> WrittenSnapshot {
        precondition(plan.items.first?.path.isRoot == true, "a plan begins with its root")
        let job = PackingJob(
            root: try root.duplicate(), output: try file.duplicate(), plan: plan,
            workerCount: workerCount, progress: progress)
        progress.begin("reading", files: job.fileCount, bytes: job.byteCount)
        let ending = try ZipEnding(job, record)
        try job.packEverything()
        progress.begin("finishing")
        let results = job.results.withLock { $0 }
        return try ending.write(results, complete: complete)
    }
}

/// What is known of a plan's items when their contents are in the zip.
package struct PackedItems: Sendable {
    /// The final entries by the plan's indices, trees included; `nil` for what vanished.
    package var entries: [TreeEntry?]
    /// How reading went, by the indices of live items.
    package var outcomes: [Int: ReadOutcome]
}
