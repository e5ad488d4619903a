internal import LinuxSystem
package import SnapshotModel

extension Store {
    /// Takes a snapshot out of the kept ones, from where `undelete` takes it back within the time of grace.
    @discardableResult
    package func delete(_ number: Int) throws(UserError) -> StoredSnapshot {
        try change { job, settings throws(UserError) in
            try expire([number], &job, settings)
        }
        return try snapshot(number)
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
        for number in kept { try checkExpiry(of: number, job) }
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
        for number in kept {
            // Each is looked at once more: the ones before may have changed what may go.
            try checkExpiry(of: number, job)
            let index = try index(of: number, in: job)
            try move(index, to: job.someLean(but: number) ? .base : .expired, &job)
        }
        try synchronizeCatalog(job)
    }

    /// Refuses what must not happen to a snapshot that is kept: the one place that honours pins, the newest whole
    /// snapshot and the brake, whoever asks.
    private func checkExpiry(of number: Int, _ job: StoreJob) throws(UserError) {
        let file = job.files[try index(of: number, in: job)]
        if job.note(of: file)?.isPinned == true { throw StoreProblem.pinned(number) }
        if let brake = job.annotations.brakes.first { throw StoreProblem.braked(brake) }
        // The listing only has canonical names; what is about to go is looked at once more.
        guard !file.isExpired, SnapshotFileName(file.name) != nil else {
            throw StoreProblem.missing(number, dataset: job.identity.dataset, present: [])
        }
        if number == job.newestWhole { throw StoreProblem.lastWhole(number) }
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

    /// Moves the zip of a snapshot.
    func move(
        _ index: Int, to place: ZipPlace, _ job: inout StoreJob
    ) throws(UserError) {
        let file = job.files[index]
        job.files[index].status = try StoreProblem.translating(path) { () throws(SystemError) in
            try directory.renew()
            return try directory.move(file.name, from: file.place, to: place)
        }
        job.files[index].place = place
    }

    /// Notes that a snapshot expired now.
    func noteExpiry(
        of file: SnapshotFile, _ job: inout StoreJob, _ settings: StoreSettings
    ) {
        let expiry = Expiry(time: settings.clock.now.seconds, running: job.runningSeconds)
        job.annotations.update(job.noteKey(of: file), number: file.number) {
            $0.expiry = expiry
            $0.gone = nil
        }
    }
}
