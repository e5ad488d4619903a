import Configuration
import ControlProtocol
import LinuxSystem
import SnapshotArchive
import SnapshotCatalog
import SnapshotModel
import SnapshotStore

/// Stopping expiry when a snapshot shows something that a person should look at first.
extension EngineWorker {
    /// What must be known of a published snapshot to judge it.
    struct Evidence {
        /// What was noted of changes already.
        var noted: UpheavalTally
        /// The changes that are still to be looked at.
        var changes: [TreeChange]
    }

    /// Notes what a change says of the brake; contents that the snapshot brings must be in the catalog.
    func note(_ change: TreeChange, in tally: inout UpheavalTally) throws(UserError) {
        try tally.add(change) { content throws(UserError) in
            // How a patch is packed says nothing of the content that it makes.
            try store.place(of: content).flatMap { $0.place.form == .entry ? $0.place.method : nil }
        }
    }

    /// Notes what became of something that was below a directory.
    func note(
        _ change: TreeChange, below directory: TreeChange, in tally: inout UpheavalTally
    ) throws(UserError) {
        if directory.after?.entry.missing == .unlisted, let entry = change.before?.entry {
            tally.add(hidden: entry, below: directory.path)
        } else {
            try note(change, in: &tally)
        }
    }

    /// Judges a snapshot that was just published, before anything can expire because of it.
    ///
    /// - Throws: If the brake cannot be written down, or the evidence cannot be read: then nothing may expire.
    func judge(_ record: SnapshotRecord, _ evidence: Evidence) throws(UserError) {
        guard let previous = record.parent else { return }
        var tally = evidence.noted
        let unlisted = record.missing.filter { $0.reason == .unlisted }.map(\.path)
        for change in evidence.changes {
            if let directory = unlisted.first(where: { change.isGone(below: $0) }),
                let entry = change.before?.entry
            {
                tally.add(hidden: entry, below: directory)
            } else {
                try note(change, in: &tally)
            }
        }
        if let lost = tally.unlisted.first {
            let detail = record.missing.first { $0.path == lost }?.detail ?? "unreadable"
            try store.brake(
                .unreadable, "\(lost.display)/ could not be listed in \(record.number): \(detail)",
                look: "snapctl diff \(previous) \(record.number)")
        }
        let upheaval = tally.upheaval(of: record, previous: previous)
        let verdict = upheavals.judge(upheaval, at: .now)
        rememberLosses(upheaval)
        guard let reason = verdict.reason(snapshot: record.number) else { return }
        switch verdict {
        case .calm: return
        case .massDeletion(_, _, let since):
            try store.brake(
                .massDeletion, reason, look: "snapctl diff \(since) \(record.number)")
        case .massRewrite(_, _, let lastGood):
            try store.brake(
                .massRewrite, reason, look: "snapctl diff \(lastGood) \(record.number)")
            try keepForGood(lastGood, because: "it is the last one before \(record.number)")
        }
        // Only now: what could not be written down is to be judged again.
        rememberJudged(record.number)
    }

    /// Judges the newest snapshot at the start, as far as its counts tell: the agent may have been killed between
    /// publishing and judging it.
    func judgeNewest() {
        guard let record = store.newest?.record, let previous = record.parent,
            !memory.hasJudged(record.number)
        else { return }
        let upheaval = UpheavalTally().upheaval(of: record, previous: previous)
        var judge = UpheavalJudge(percent: engine.configuration.brake)
        guard let reason = judge.judge(upheaval, at: .now).reason(snapshot: record.number) else {
            return
        }
        do throws(UserError) {
            try store.brake(
                .massDeletion, reason, look: "snapctl diff \(previous) \(record.number)")
            rememberJudged(record.number)
        } catch {
            engine.raise(error)
        }
        engine.showBrakes()
    }

    /// Pins a snapshot that holds what a later one may have lost.
    func keepForGood(_ number: Int, because reason: String) throws(UserError) {
        guard let snapshot = try? store.snapshot(number), !snapshot.isPinned else { return }
        try store.setPinned(number, true)
        services.report(.pinned, dataset: name, snapshot: number, reason)
    }

    /// Stops expiry when the root itself cannot be listed any more, rather than let time pass over it.
    func brakeIfUnreadable(_ error: SystemError) {
        guard error.errno == .accessDenied || error.errno == .notPermitted || error.errno == .io,
            store.newest != nil
        else { return }
        let path = engine.configuration.path
        do throws(UserError) {
            try store.brake(
                .unreadable, "\(path.display) could not be read: \(error.errno.message)")
        } catch {
            engine.raise(error)
        }
        engine.showBrakes()
    }
}

extension TreeChange {
    /// Whether the path is gone, and lay below a directory.
    fileprivate func isGone(below directory: BytePath) -> Bool {
        after == nil && path != directory && path.isInside(directory)
    }
}
