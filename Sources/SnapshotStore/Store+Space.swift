package import LinuxSystem
package import SnapshotModel

extension Store {
    /// Runs `body`; while the disk is full, gives up the reserve, then what lies in `expired/`, and runs it again.
    func makingRoom<Result>(
        _ job: inout StoreJob, _ settings: StoreSettings,
        _ body: (inout StoreJob) throws(SystemError) -> Result
    ) throws(UserError) -> Result {
        while true {
            do throws(SystemError) {
                return try body(&job)
            } catch {
                guard error.errno == .noSpace || error.errno == .quotaExceeded,
                    try giveWay(&job, settings)
                else { throw StoreProblem.system(error, store: path) }
            }
        }
    }

    /// Frees space after a snapshot could not be written: `false` if nothing is left to give up.
    ///
    /// No kept snapshot is ever given up for space.
    package func makeRoom() throws(UserError) -> Bool {
        try change { job, settings throws(UserError) in try giveWay(&job, settings) }
    }

    /// Bytes that are free on the store's file system.
    package func freeBytes() throws(UserError) -> Int64 {
        try StoreProblem.translating(path) { () throws(SystemError) in
            try directory.main.fileSystem().freeBytes
        }
    }

    /// What the store's directory is, so that it is never saved into itself.
    package func folderIdentity() throws(UserError) -> FileIdentity {
        try StoreProblem.translating(path) { () throws(SystemError) in
            try directory.main.status().identity
        }
    }

    /// Puts the reserve back, best effort: a disk that is still full keeps it away.
    func refillReserve(_ settings: StoreSettings) {
        guard settings.reserveSize > 0,
            (try? directory.main.status(of: StoreFileName.reserve)) == nil,
            let system = try? directory.main.fileSystem(),
            system.freeBytes > Self.reservesThatMustFit * Int64(settings.reserveSize)
        else { return }
        // Random bytes: a file system that compresses would keep zeros in no space at all.
        try? AtomicFile.write(
            RandomBytes.make(settings.reserveSize), as: StoreFileName.reserve, in: directory.main)
    }

    /// Gives up the reserve, or else everything that may leave `expired/` early.
    private func giveWay(
        _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) -> Bool {
        do throws(SystemError) {
            try directory.main.remove(StoreFileName.reserve)
            return true
        } catch {
            guard error.errno == .noEntry else { throw StoreProblem.system(error, store: path) }
        }
        guard job.annotations.brakes.isEmpty else { return false }
        let isRoomier = try emptyExpired(&job)
        if isRoomier { try synchronizeCatalog(job) } else { try endGrace(&job, settings) }
        return isRoomier
    }

    /// Ends the time of grace of snapshots whose zips lie in `base/`, of which others may need a part.
    ///
    /// It frees nothing by itself: the next sweep may remove what nobody needs then.
    private func endGrace(
        _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) {
        let early = job.files.filter { file in
            file.place == .base && file.isExpired && job.note(of: file)?.isPinned != true
        }
        try giveUp(early, &job, settings)
    }

    /// Removes what lies in `expired/` before its time; only what the time of grace held is lost.
    private func emptyExpired(_ job: inout StoreJob) throws(UserError) -> Bool {
        let early = job.files.filter { file in
            file.place == .expired && job.note(of: file)?.isPinned != true
        }
        let zips = job.objects.filter { $0.place == .expired }
        for zip in zips { try remove(zip, &job) }
        for file in early { try removeEarly(file, &job) }
        let hadDamaged = try giveUpSetAside(&job)
        return !zips.isEmpty || !early.isEmpty || hadDamaged
    }

    private func removeEarly(_ file: SnapshotFile, _ job: inout StoreJob) throws(UserError) {
        let before = (files: job.files, objects: job.objects)
        let zip = job.object(of: file)
        job.files.removeAll { $0.name == file.name }
        job.objects.append(zip)
        do throws(UserError) {
            try remove(zip, &job)
        } catch {
            (job.files, job.objects) = before
            throw error
        }
    }
}
