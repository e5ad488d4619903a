internal import LinuxSystem
internal import SnapshotModel

/// Begins a zip as a clone of the carrier, where the file system can share blocks: what is carried stays where it is,
/// and the rest of the carrier becomes a hole.
///
/// Tools read over holes between entries; offset 0 is never one, since the first entry is the same in every zip.
enum CarrierClone {
    /// A clone that is mostly holes makes all later ones longer: less than so many hundredths to carry are copied.
    private static let leastShare: Int64 = 70
    /// Fewer bytes are copied faster than cloned.
    private static let leastBytes: Int64 = 128 << 10

    /// Takes over the runs in place; `false` if they are to be copied.
    static func take(_ runs: [CarriedRun], _ job: PackingJob) throws -> Bool {
        guard job.plan.carriers.count == 1, let carrier = job.plan.carriers.first else {
            return false
        }
        let end = carrier.zip.directory.entriesEnd
        let carried = runs.reduce(0) { $0 + $1.count }
        guard carried >= leastBytes, carried * 100 >= end * leastShare,
            try beginAlike(carrier, job), try job.output.descriptor.clone(carrier.zip.file)
        else { return false }
        try job.output.descriptor.truncate(to: end)
        var position = job.output.size
        for run in runs {
            try job.progress.checkCancelled()
            try punch(position..<run.offset, job)
            position = run.offset + run.count
        }
        try punch(position..<end, job)
        job.output.moveEnd(to: end)
        var found = FoundResults()
        found.statistics.bytesShared = carried
        for run in runs { try run.note(movedBy: 0, job, &found) }
        job.merge(&found)
        return true
    }

    private static func punch(_ range: Range<Int64>, _ job: PackingJob) throws(SystemError) {
        guard !range.isEmpty else { return }
        try job.output.descriptor.punchHole(
            at: range.lowerBound, count: range.upperBound - range.lowerBound)
    }

    /// Whether the carrier begins with the first entry that the new zip has already.
    private static func beginAlike(_ carrier: ArchiveReader, _ job: PackingJob) throws -> Bool {
        let count = Int(job.output.size)
        guard carrier.fileStatus.size > job.output.size else { return false }
        return try job.output.descriptor.readExactly(count, at: 0)
            == carrier.zip.bytes(count, at: 0)
    }
}

extension CarriedRun {
    /// Reports the run's entries, which lie so many bytes behind where the carrier has them.
    func note(movedBy distance: Int64, _ job: PackingJob, _ found: inout FoundResults) throws {
        let source = job.plan.carriers[carrier]
        for (item, entry) in entries {
            if entry.plain >= PackingJob.largeSize,
                let chunks = try source.extents().chunks[entry.headerOffset]
            {
                found.chunks.append((item, chunks))
            }
            var moved = entry
            moved.headerOffset += distance
            found.entries.append((item, moved))
            if entry.kind != .directory { job.progress.add(files: 1, bytes: entry.plain) }
        }
    }
}
