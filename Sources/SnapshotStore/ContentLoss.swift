internal import SnapshotModel

/// Zips that are gone, or damaged since they were looked at last, with what no other zip has for kept snapshots.
struct ContentLoss: Hashable, Sendable {
    /// The zips that held it; none if nobody knows which.
    var zips: [[UInt8]]
    /// Whether none of them is there any more.
    var areGone: Bool
    /// The kept snapshots that lose something, in the order of their numbers.
    var snapshots: [Int]

    /// What happened, as the reason why nothing expires.
    var reason: String {
        guard !zips.isEmpty else {
            let losers =
                snapshots.count == 1
                ? "snapshot \(snapshots[0]) lacks" : "\(snapshots.count) snapshots lack"
            return "\(losers) what no zip of the store has any more"
        }
        let first = zips.first.map { displayName($0) } ?? ""
        let more = zips.count > 1 ? " and \(zips.count - 1) more" : ""
        let state =
            switch (zips.count > 1, areGone) {
            case (false, true): "is gone"
            case (true, true): "are gone"
            case (_, false): "cannot be read"
            }
        let losers =
            switch snapshots.count {
            case 1: "snapshot \(snapshots[0]) lacks"
            default: "\(snapshots.count) snapshots lack"
            }
        let holder = zips.count > 1 ? "they" : "it"
        return "\(first)\(more) \(state), and \(losers) what only \(holder) held"
    }
}

extension Store {
    /// Brings the catalog to what `job` has just found, and stops expiry where kept snapshots lost something.
    ///
    /// Only the catalog knows what a zip held that is gone, and it forgets that here: the reason is on the disk before.
    func synchronizeCatalogAfterListing(
        _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) {
        let listed = job
        let directory = directory
        var braked: StoreJob?
        var isWritten = false
        let known = Set(
            job.annotations.snapshots.values.flatMap { $0.lost ?? [] }.map(\.object))
        try synchronizeCatalog(job, knownLosses: known) { loss in
            var next = braked ?? listed
            next.brake(.verifyFailed, loss.reason, settings)
            next.annotations.generation += 1
            isWritten = (try? AnnotationsFile.write(next.annotations, in: directory.main)) != nil
            braked = next
        }
        guard let braked else { return }
        job.annotations = braked.annotations
        // Without room for it this process still knows.
        if !isWritten { try? writeAnnotations(&job, settings) }
        try? noteThatAnnotationsExist(&job, settings)
    }
}
