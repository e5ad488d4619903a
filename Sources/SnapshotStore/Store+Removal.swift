internal import LinuxSystem
package import SnapshotModel

/// What takes a snapshot out of the kept ones.
enum Retirement {
    /// The zip goes to `expired/`, from where it can be taken back.
    case expire
    /// The zip goes from `expired/` for good.
    case remove
}

extension Store {
    private static let compactionInterval = 8

    /// Moves a snapshot to `expired/`, from where `undelete` takes it back within the time of grace.
    @discardableResult
    package func delete(_ number: Int) throws(UserError) -> StoredSnapshot {
        try change { job, settings throws(UserError) in
            try expire([number], &job, settings)
        }
        return try snapshot(number)
    }

    /// Takes a snapshot out of `expired/` again.
    @discardableResult
    package func undelete(_ number: Int) throws(UserError) -> StoredSnapshot {
        try change { job, settings throws(UserError) in
            let index = try index(of: number, in: job)
            guard job.files[index].isExpired else { return }
            try move(index, toExpired: false, &job)
            let file = job.files[index]
            job.annotations.update(job.noteKey(of: file), number: number) { $0.expiry = nil }
            try writeAnnotations(&job, settings)
            try synchronizeCatalog(job)
        }
        return try snapshot(number)
    }

    /// Removes for good what expired long enough ago by both clocks; returns the numbers.
    ///
    /// Nothing goes soon after the start, when a person may just be about to see what went wrong.
    package func purge() throws(UserError) -> [Int] {
        try change { job, settings throws(UserError) in
            remember(&job, settings)
            let waited = settings.clock.instant - job.opened
            guard job.annotations.brakes.isEmpty, waited >= settings.quietStart else { return [] }
            try noteUnknownExpiries(&job, settings)
            let due = job.files.filter {
                $0.isExpired && graceIsOver(for: $0, job, settings)
            }.map(\.number)
            guard !due.isEmpty else { return [] }
            for number in due { try retire(number, .remove, &job, settings) }
            try synchronizeCatalog(job)
            try writeAnnotations(&job, settings)
            job.removedSinceCompaction += due.count
            // It goes through all that ever was: not worth it for every single snapshot.
            if job.removedSinceCompaction >= Self.compactionInterval {
                job.removedSinceCompaction = 0
                try compactCatalog()
            }
            return due
        }
    }

    /// Expires snapshots: first the note of when, then the move, then the catalog.
    func expire(
        _ numbers: [Int], _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) {
        let before = job.annotations
        let kept = numbers.filter { number in
            job.index(of: number).map { !job.files[$0].isExpired } ?? true
        }
        guard !kept.isEmpty else { return }
        for number in kept { try check(number, .expire, job) }
        for number in kept {
            let file = job.files[try index(of: number, in: job)]
            noteExpiry(of: file, &job, settings)
        }
        do throws(UserError) {
            try writeAnnotations(&job, settings)
        } catch  where error.code == .storeFull {
            // Without room for the note the time of the move, which the kernel keeps, has to do.
        } catch {
            job.annotations = before
            throw error
        }
        for number in kept { try retire(number, .expire, &job, settings) }
        try synchronizeCatalog(job)
    }

    /// The one place where a snapshot is taken out of the kept ones or removed: it honours pins, the newest whole
    /// snapshot and the brake, whoever asks.
    func retire(
        _ number: Int, _ retirement: Retirement, _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) {
        try check(number, retirement, job)
        let index = try index(of: number, in: job)
        let file = job.files[index]
        switch retirement {
        case .expire: try move(index, toExpired: true, &job)
        case .remove:
            do throws(SystemError) {
                try directory.with(expired: true) { folder throws(SystemError) in
                    try folder.remove(file.name)
                    try folder.synchronize()
                }
            } catch {
                guard error.errno == .noEntry else {
                    throw StoreProblem.system(error, store: path)
                }
            }
            job.annotations.snapshots[job.noteKey(of: file)] = nil
            job.files.remove(at: index)
        }
    }

    /// Refuses what must not happen to a snapshot.
    private func check(
        _ number: Int, _ retirement: Retirement, _ job: StoreJob
    ) throws(UserError) {
        let file = job.files[try index(of: number, in: job)]
        if job.note(of: file)?.isPinned == true { throw StoreProblem.pinned(number) }
        if let brake = job.annotations.brakes.first { throw StoreProblem.braked(brake) }
        let isInPlace = file.isExpired == (retirement == .remove)
        // The listing only has canonical names; what is about to go is looked at once more.
        guard isInPlace, SnapshotFileName(file.name) != nil else {
            throw StoreProblem.missing(number, dataset: job.identity.dataset, present: [])
        }
        if retirement == .expire, number == job.newestWhole {
            throw StoreProblem.lastWhole(number)
        }
    }

    /// The place of a snapshot in the job's list.
    func index(of number: Int, in job: StoreJob) throws(UserError) -> Int {
        guard let index = job.index(of: number) else {
            throw StoreProblem.missing(
                number, dataset: job.identity.dataset,
                present: job.files.filter { !$0.isExpired }.map(\.number))
        }
        return index
    }

    private func move(
        _ index: Int, toExpired: Bool, _ job: inout StoreJob
    ) throws(UserError) {
        let name = job.files[index].name
        do throws(SystemError) {
            job.files[index].status = try directory.with(expired: true) {
                expired throws(SystemError) in
                if toExpired {
                    try directory.main.rename(name, to: expired, name, replacing: false)
                } else {
                    try expired.rename(name, to: directory.main, name, replacing: false)
                }
                try expired.synchronize()
                try directory.main.synchronize()
                return toExpired
                    ? try expired.status(of: name) : try directory.main.status(of: name)
            }
        } catch {
            throw StoreProblem.system(error, store: path)
        }
        job.files[index].isExpired = toExpired
    }

    private func noteExpiry(
        of file: SnapshotFile, _ job: inout StoreJob, _ settings: StoreSettings
    ) {
        let expiry = Expiry(time: settings.clock.now.seconds, running: job.runningSeconds)
        job.annotations.update(job.noteKey(of: file), number: file.number) { $0.expiry = expiry }
    }

    /// A zip that lies in `expired/` without a note, put there by hand or with its note lost, expired now.
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
