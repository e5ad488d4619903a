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
        let job = try job(plan, file)
        let ending = try ZipEnding(job, record)
        let results = try pack(job)
        return try ending.write(results, complete: complete)
    }

    /// Writes a zip that holds no more than what is new, as `write` does.
    ///
    /// The items of the plan are the files to be read, in any order. `complete` also makes the trees. With `part` the
    /// zip is no snapshot but a content zip that says so of itself, and the record goes on to the next zip.
    package func writeChanges(
        _ plan: ArchivePlan, record: SnapshotRecord, as part: CarriedZip? = nil,
        into file: borrowing FileDescriptor,
        complete: (inout SnapshotRecord, PackedItems, inout TreeObjectWriter) throws -> Void
    ) throws -> WrittenSnapshot {
        precondition(plan.stored != nil, "a zip of changes leans on a store")
        let job = try job(plan, file)
        let ending = try ZipEnding(job, record, part)
        let results = try pack(job)
        return try ending.writeChanges(results, complete: complete)
    }

    private func job(
        _ plan: ArchivePlan, _ file: borrowing FileDescriptor
    ) throws(SystemError) -> PackingJob {
        PackingJob(
            root: try root.duplicate(), output: try file.duplicate(), plan: plan,
            workerCount: workerCount, progress: progress)
    }

    private func pack(_ job: PackingJob) throws -> PackingResults {
        if !job.plan.isPart {
            progress.begin("reading", files: job.fileCount, bytes: job.byteCount)
        }
        try job.packEverything()
        if !job.plan.isPart { progress.begin("finishing") }
        return job.results.withLock { $0 }
    }
}

/// What is known of a plan's items when their contents are in the zip.
package struct PackedItems: Sendable {
    /// The final entries by the plan's indices, trees included; `nil` for what vanished.
    package var entries: [TreeEntry?]
    /// How reading went, by the indices of live items.
    package var outcomes: [Int: ReadOutcome]

    /// Makes them of both.
    package init(entries: [TreeEntry?], outcomes: [Int: ReadOutcome]) {
        self.entries = entries
        self.outcomes = outcomes
    }
}
