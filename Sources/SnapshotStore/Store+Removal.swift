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
    ///
    /// One that cannot be moved stays kept, and the others expire all the same.
    ///
    /// - Throws: What kept the first of those from being moved.
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
        var failure: UserError?
        for number in kept {
            do throws(UserError) {
                // Each is looked at once more: the ones before may have changed what may go.
                try checkExpiry(of: number, job)
                let index = try index(of: number, in: job)
                try move(index, to: job.someLean(but: number) ? .base : .expired, &job)
            } catch {
                failure = failure ?? error
                takeBackExpiry(of: number, before, &job)
            }
        }
        if failure != nil {
            // A store opened anew finds it out by itself: what is kept has not expired, whatever is noted.
            try? writeAnnotations(&job, settings)
        }
        try synchronizeCatalog(job)
        if let failure { throw failure }
    }

    /// Takes back the note of a snapshot that is kept after all.
    private func takeBackExpiry(of number: Int, _ before: Annotations, _ job: inout StoreJob) {
        guard let index = job.index(of: number), !job.files[index].isExpired else { return }
        let note = before.snapshots[job.noteKey(of: job.files[index])]
        job.annotations.update(job.noteKey(of: job.files[index]), number: number) {
            $0.expiry = note?.expiry
            $0.gone = note?.gone
        }
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
        do throws(SystemError) {
            try directory.renew()
            job.files[index].status = try directory.move(file.name, from: file.place, to: place)
        } catch {
            // It may have been moved, and only not have got as far as the disk.
            if (try? directory.status(of: file.name, in: file.place)) == .some(nil),
                let status = try? directory.status(of: file.name, in: place),
                status.inode == file.status.inode
            {
                job.files[index].status = status
                job.files[index].place = place
            }
            throw StoreProblem.system(error, store: path)
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
