package import LinuxSystem
internal import SnapshotArchive
package import SnapshotModel

/// What one kept snapshot takes on the disk.
package struct SnapshotUsage: Sendable, Hashable {
    /// The snapshot's number.
    package var number: Int
    /// Bytes that would be free, once swept, if this snapshot alone went.
    package var alone: Int64
    /// Bytes that would be free, once swept, if it and all older ones went.
    package var withOlder: Int64
}

/// What a store takes on the disk, and which snapshots are to blame.
package struct StoreUsage: Sendable, Hashable {
    /// Bytes that all zips take on the disk, expired ones included.
    package var bytes: Int64 = 0
    /// The kept snapshots in the order of their numbers.
    package var snapshots: [SnapshotUsage] = []
}

extension Store {
    /// Adds up what each kept snapshot takes.
    ///
    /// A zip that holds everything is free with its snapshot, but for what incremental ones need of it; an object that
    /// these share is free with the last of them.
    package func usage(
        progress: JobProgress = JobProgress()
    ) throws(UserError) -> StoreUsage {
        var accounting = UsageAccounting(kept: snapshots)
        progress.begin("adding up", files: snapshots.count)
        try accounting.addNeeds(objects, progress)
        for name in try pool.names() {
            try progress.checkCancelled()
            guard let status = try status(of: name) else { continue }
            let place = place(of: name)
            // A zip that cannot be read takes its room all the same.
            let held = place == .expired ? [] : (try? pool.zip(named: name)?.archive().objects())
            accounting.add(
                name, size: status.allocated, isExpired: place == .expired, holding: held ?? [])
        }
        return accounting.result
    }

    private func status(of zip: [UInt8]) throws(UserError) -> FileStatus? {
        try StoreProblem.translating(path) { () throws(SystemError) in
            for place in directory.places {
                if let status = try directory.status(of: zip, in: place) { return status }
            }
            return nil
        }
    }
}
