internal import SnapshotModel

/// Zips that are gone, in `expired/`, or damaged since they were looked at last, with what no other zip has for kept
/// snapshots.
struct ContentLoss: Hashable, Sendable {
    /// The zips that held it; none if nobody knows which.
    var zips: [[UInt8]]
    /// What became of them: of several, what is true of all, or else that they cannot be read.
    var fate: Fate
    /// The kept snapshots that lose something, in the order of their numbers.
    var snapshots: [Int]

    /// What became of a zip.
    enum Fate: Sendable {
        case gone, unreadable, expired
    }

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
            switch (zips.count > 1, fate) {
            case (false, .gone): "is gone"
            case (true, .gone): "are gone"
            case (_, .unreadable): "cannot be read"
            case (false, .expired): "was moved into expired/"
            case (true, .expired): "were moved into expired/"
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
    /// A zip that somebody moved into `expired/` and that kept snapshots need goes to `base/`.
    func synchronizeCatalogAfterListing(
        _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) {
        let known = Set(
            job.annotations.snapshots.values.flatMap { $0.lost ?? [] }.map(\.object))
        let directory = directory
        var next = job
        var (isMoved, isBraked, isWritten) = (false, false, false)
        try synchronizeCatalog(job, knownLosses: known) { loss in
            if loss.fate == .expired {
                isMoved = true
                // Where they cannot be moved nothing expires until a person has looked.
                if (try? self.keep(loss.zips, &next)) != nil { return }
            }
            next.brake(.verifyFailed, loss.reason, settings)
            next.annotations.generation += 1
            isWritten = (try? AnnotationsFile.write(next.annotations, in: directory.main)) != nil
            isBraked = true
        }
        job = next
        if isBraked {
            // Without room for it this process still knows.
            if !isWritten { try? writeAnnotations(&job, settings) }
            try? noteThatAnnotationsExist(&job, settings)
        }
        if isMoved { try synchronizeCatalog(job) }
    }

    private func keep(_ zips: [[UInt8]], _ job: inout StoreJob) throws(UserError) {
        for zip in zips { try keep(zip, &job) }
    }
}
