internal import LinuxSystem
internal import SnapshotModel

/// Copies runs of unchanged entries from the carriers: no byte of them passes through this program's memory.
enum RunCopier {
    /// Copies by pieces of this size, between which the work can be called off.
    private static let step: Int64 = 32 << 20

    static func copy(_ runs: [CarriedRun], _ job: PackingJob) throws {
        guard !runs.isEmpty else { return }
        let shared = SharedIndex()
        try Workers.run(min(job.workerCount, runs.count), name: "copier") { _ in
            var found = FoundResults()
            while let index = shared.take(1, of: runs.count)?.lowerBound {
                try copy(runs[index], job, &found)
            }
            job.merge(&found)
        }
    }

    private static func copy(
        _ run: CarriedRun, _ job: PackingJob, _ found: inout FoundResults
    ) throws {
        let source = job.plan.carriers[run.carrier]
        let base = job.output.reserve(run.count)
        var done: Int64 = 0
        while done < run.count {
            try job.progress.checkCancelled()
            let count = min(step, run.count - done)
            try job.output.descriptor.copyRange(
                from: source.zip.file, at: run.offset + done, to: base + done, count: count)
            done += count
        }
        found.statistics.bytesCopied += run.count
        try run.note(movedBy: base - run.offset, job, &found)
    }
}
