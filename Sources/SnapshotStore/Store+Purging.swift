internal import LinuxSystem
package import SnapshotModel

/// Removing for good.
extension Store {
    private static let compactionInterval = 8

    /// Gives up for good what expired long enough ago by both clocks; returns the numbers.
    ///
    /// A zip that another snapshot may lean on stays until a sweep finds that none does. Nothing goes soon after the
    /// start, when a person may just be about to see what went wrong.
    package func purge() throws(UserError) -> [Int] {
        try change { job, settings throws(UserError) in
            remember(&job, settings)
            let waited = settings.clock.instant - job.opened
            guard job.annotations.brakes.isEmpty, waited >= settings.quietStart else { return [] }
            try noteUnknownExpiries(&job, settings)
            let due = job.files.filter { $0.isExpired && graceIsOver(for: $0, job, settings) }
            try giveUp(due, &job, settings)
            try removeNeedless(&job, settings)
            try purgeSetAside(&job, settings)
            return due.map(\.number)
        }
    }

    /// Ends the time of grace of snapshots: from now on only the objects in their zips count.
    func giveUp(
        _ due: [SnapshotFile], _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) {
        guard !due.isEmpty else { return }
        for file in due {
            let key = job.noteKey(of: file)
            job.annotations.update(key, number: file.number) {
                $0.gone = settings.clock.now.seconds
            }
            job.objects.append(job.object(of: file))
            job.files.removeAll { $0.number == file.number }
        }
        do throws(UserError) {
            // Before any zip goes: a snapshot whose zip stays must not be listed again.
            try writeAnnotations(&job, settings)
        } catch  where error.code == .storeFull {
            // The next start finds them in grace again, and then gives them up as now.
        }
        try synchronizeCatalog(job)
    }

    /// Removes the zips of snapshots that are gone and content zips where no snapshot leans on any but its own.
    private func removeNeedless(
        _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) {
        guard !job.someLean() else { return }
        let needless = job.objects.filter { isRemovable($0, job, settings) }
        guard !needless.isEmpty else { return }
        for zip in needless { try remove(zip, &job) }
        try settleRemoval(of: needless.count, &job, settings)
    }

    /// Lets the annotations and the catalog follow the removal of zips.
    func settleRemoval(
        of count: Int, _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) {
        try synchronizeCatalog(job)
        do throws(UserError) {
            try writeAnnotations(&job, settings)
        } catch  where error.code == .storeFull {
            // A note about what is gone does no harm; the next writing leaves it out.
        }
        job.removedSinceCompaction += count
        // It goes through all that ever was: not worth it for every single snapshot.
        guard job.removedSinceCompaction >= Self.compactionInterval else { return }
        job.removedSinceCompaction = 0
        try compactCatalog()
    }

    /// The one place where a zip is removed for good: it honours the brake, and touches none of a snapshot that is
    /// kept, pinned or in its time of grace, whoever asks.
    func remove(_ zip: ObjectZip, _ job: inout StoreJob) throws(UserError) {
        if let brake = job.annotations.brakes.first { throw StoreProblem.braked(brake) }
        let isOurs = SnapshotFileName(zip.name) != nil || ContentFileName(zip.name) != nil
        guard zip.place != .main, isOurs, job.objects.contains(zip),
            !job.files.contains(where: { $0.name == zip.name })
        else {
            throw UserError(
                .internal, "\(directory.path(of: zip.name, in: zip.place).display) must stay",
                remedy: "report this; nothing was removed")
        }
        try StoreProblem.translating(path) { () throws(SystemError) in
            try directory.remove(zip.name, from: zip.place)
        }
        job.objects.removeAll { $0 == zip }
        if case .gone(let id, _) = zip.kind { job.annotations.snapshots[id] = nil }
    }

    /// Whether a zip may go if nothing needs it: a young content zip is one that a snapshot cut short may ask for.
    func isRemovable(_ zip: ObjectZip, _ job: StoreJob, _ settings: StoreSettings) -> Bool {
        guard case .content = zip.kind else { return true }
        if zip.trees != nil, zip == job.objects.newestTreeCopy { return false }
        let age = settings.clock.now.seconds - zip.status.modified.seconds
        let watched = settings.clock.instant - job.opened
        return age >= ContentFileName.youth || age < 0 && watched >= .seconds(ContentFileName.youth)
    }

    /// A zip that left the kept ones without a note, put there by hand or with its note lost, expired now.
    private func noteUnknownExpiries(
        _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) {
        let unknown = job.files.filter { $0.isExpired && job.note(of: $0)?.expiry == nil }
        guard !unknown.isEmpty else { return }
        for file in unknown { noteExpiry(of: file, &job, settings) }
        try writeAnnotations(&job, settings)
    }

    private func graceIsOver(
        for file: SnapshotFile, _ job: StoreJob, _ settings: StoreSettings
    ) -> Bool {
        guard let note = job.note(of: file), !note.isPinned, let expiry = note.expiry else {
            return false
        }
        let grace = settings.grace.components.seconds
        return settings.clock.now.seconds - expiry.time >= grace
            && job.runningSeconds - expiry.running >= grace
    }
}
