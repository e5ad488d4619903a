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
        var changes: [TreeChange]
    }

    /// Judges a snapshot that was just published, before anything can expire because of it.
    ///
    /// - Throws: If the brake cannot be written down, or the evidence cannot be read: then nothing may expire.
    func judge(_ record: SnapshotRecord, _ evidence: Evidence) throws(UserError) {
        guard let previous = record.parent else { return }
        let lost = record.unlistedPaths.first { path in
            evidence.changes.contains {
                $0.after == nil && $0.path != path && $0.path.isInside(path)
            }
        }
        if let lost {
            let detail = record.missing.first { $0.path == lost }?.detail ?? "unreadable"
            try store.brake(
                .unreadable, "\(lost.display)/ could not be listed in \(record.number): \(detail)",
                look: "snapctl diff \(previous) \(record.number)")
        }
        let upheaval = try Upheaval(
            of: record, previous: previous, changes: evidence.changes,
            method: { content throws(UserError) in
                // How a patch is packed says nothing of the content that it makes.
                try store.place(of: content).flatMap { place in
                    place.form == .entry ? PackingMethod(rawValue: place.method) : nil
                }
            })
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
