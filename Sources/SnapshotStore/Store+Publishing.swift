package import LinuxSystem
internal import SnapshotArchive
package import SnapshotCatalog
package import SnapshotModel
internal import Synchronization

/// What came of a publish.
package struct PublishedSnapshot: Sendable {
    /// The snapshot as it now stands in the store.
    package var snapshot: StoredSnapshot
    /// Numbers of snapshots that somebody removed by hand since the last look.
    package var vanished: [Int]
}

extension Store {
    /// The number that the next snapshot gets; it is reserved on the disk before this returns.
    package func reserveNumber() throws(UserError) -> Int {
        try change { job, settings throws(UserError) in
            let before = job.identity
            guard job.identity.reserve(upTo: job.nextNumber) else { return job.nextNumber }
            do throws(UserError) {
                try writeIdentity(&job, settings)
            } catch {
                job.identity = before
                throw error
            }
            return job.nextNumber
        }
    }

    /// An empty file on the store's file system to write a snapshot into.
    package func makeSnapshotFile() throws(UserError) -> DurableFile {
        guard isWritable else { throw StoreProblem.readOnly(path) }
        do throws(SystemError) {
            return try DurableFile.make(in: directory.main)
        } catch {
            throw StoreProblem.system(error, store: path)
        }
    }

    /// Looks whether every zip is still there, forgets those that are not and returns their numbers.
    ///
    /// It is to run before a snapshot is planned that leans on content the store has.
    @discardableResult
    package func forgetVanished() throws(UserError) -> [Int] {
        try change { job, settings throws(UserError) in try forgetVanished(&job, settings) }
    }

    /// Rises whenever a zip was found to be gone, or not to be what it was: what was to lean on it cannot.
    package var lossCount: Int { job.withLock { $0.losses } }

    /// Lists the store anew, whatever looks unchanged; returns the numbers that are gone.
    @discardableResult
    package func refresh() throws(UserError) -> [Int] {
        try change { job, settings throws(UserError) in try relist(&job, settings) }
    }

    /// Counts the time that passed as time in which the store was looked after, which the time of grace goes by.
    package func countRunning() throws(UserError) {
        try change { job, settings throws(UserError) in remember(&job, settings) }
    }

    /// Makes a finished zip the store's newest snapshot: when this returns, it lasts.
    ///
    /// The record's number is the one of `reserveNumber`. `generation` is the catalog's when the scan began. `changes`
    /// say how the catalog's newest state becomes this snapshot, with `hasParts` together with those of the parts;
    /// `objects` what the zip holds that no other has: `nil` = find out from the zip. `losses` is `lossCount` of when the
    /// snapshot was begun.
    ///
    /// - Throws: `io-error` if zips went away meanwhile that the snapshot may lean on: it must be made anew.
    package func publish(
        _ file: consuming DurableFile, record: SnapshotRecord, changes: [CatalogChange]?,
        objects: [PlacedObject]? = nil, hasParts: Bool = false, generation: Int? = nil,
        losses: Int? = nil, progress: JobProgress = JobProgress()
    ) throws(UserError) -> PublishedSnapshot {
        do {
            // Before the store is held up.
            try file.descriptor.writeOut(progress)
        } catch {
            throw Sweep.translated(error, path)
        }
        var file = Optional(file)
        let vanished = try change { job, settings throws(UserError) in
            let before = losses ?? job.losses
            let vanished = try forgetVanished(&job, settings)
            guard record.layout == .complete || job.losses == before else {
                throw StoreProblem.shaken(path)
            }
            guard record.number == job.nextNumber, record.store == uuid,
                job.identity.reserved >= record.number
            else {
                throw UserError(
                    .internal, "snapshot \(record.number) was not asked for",
                    remedy: "report this; nothing was changed")
            }
            let published = try publish(file.take(), record)
            job.files.append(published)
            job.nextNumber += 1
            job.memory.highest = record.number
            remember(&job, settings)
            // Changes to what is no longer the catalog's newest state would make it wrong.
            let isBased = vanished.isEmpty && generation ?? catalogGeneration == catalogGeneration
            try takeOver(published, isBased ? changes : nil, objects, hasParts, job)
            refillReserve(settings)
            return vanished
        }
        return PublishedSnapshot(snapshot: try snapshot(record.number), vanished: vanished)
    }

    /// Remembers the store outside of it, best effort: without it only numbers and grace are counted generously.
    func remember(_ job: inout StoreJob, _ settings: StoreSettings) {
        job.countRunning(until: settings.clock.instant)
        try? job.memory.write(in: settings.places.state)
    }

    private func publish(
        _ file: consuming DurableFile?, _ record: SnapshotRecord
    ) throws(UserError) -> SnapshotFile {
        let name = SnapshotFileName.make(for: record)
        do throws(SystemError) {
            try file.take()?.publish(as: name, in: directory.main)
            return SnapshotFile(
                name: name, place: .main, status: try directory.main.status(of: name),
                record: record)
        } catch {
            throw StoreProblem.system(error, store: path)
        }
    }

    private func takeOver(
        _ file: SnapshotFile, _ changes: [CatalogChange]?, _ objects: [PlacedObject]?,
        _ hasParts: Bool, _ job: StoreJob
    ) throws(UserError) {
        guard let changes, let text = try? SnapshotRecordJSON.encode(file.record) else {
            return try synchronizeCatalog(job)
        }
        let rows =
            if let objects {
                objects.map { CatalogObject($0, in: file.name) }
            } else {
                try StoreListing.openArchive(file, in: directory).objects()
                    .map { CatalogObject($0, in: file.name) }
            }
        let isTaken = catalog.read { holder in
            do {
                try holder.catalog?.commit(
                    CatalogSnapshot(number: file.number, zip: file.catalogZip, record: text),
                    changes: changes, objects: rows, hasParts: hasParts)
                try holder.catalog?.shrinkMemory()
                return true
            } catch {
                return false
            }
        }
        // A catalog that refused is compared with the store, and made anew if it refuses again.
        if !isTaken { try synchronizeCatalog(job) }
    }

    @discardableResult
    func forgetVanished(
        _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) -> [Int] {
        // Before the zips: what changes meanwhile is found the next time.
        let stamps = stamps()
        let isAsListed = try StoreProblem.translating(path) { () throws(SystemError) in
            try directory.renew()
            for file in job.files {
                guard try isThere(file.name, file.status, in: file.place) else { return false }
            }
            for zip in job.objects {
                guard try isThere(zip.name, zip.status, in: zip.place) else { return false }
            }
            return true
        }
        guard isAsListed else { return try relist(&job, settings) }
        job.seen = stamps.flatMap { $0.isSettled(at: WallClock.now()) ? $0 : nil }
        return []
    }

    private func isThere(
        _ name: [UInt8], _ listed: FileStatus, in place: ZipPlace
    ) throws(SystemError) -> Bool {
        guard let status = try directory.status(of: name, in: place) else { return false }
        return status.size == listed.size && status.inode == listed.inode
            && status.modified == listed.modified
    }

    /// Lists the store anew, as its opening did; returns the numbers that are gone.
    private func relist(
        _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) -> [Int] {
        let known = try withCatalog { try $0.snapshots() }
        try StoreProblem.translating(path) { () throws(SystemError) in try directory.renew() }
        let listing = try StoreListing(directory, store: uuid, known: known)
        let before = Set(job.files.map(\.number))
        let zipsBefore = job.goodZips
        let listedBefore = job.files
        job.take(listing)
        job.listings += 1
        if !zipsBefore.isSubset(of: job.goodZips) { job.losses += 1 }
        let gone = before.subtracting(job.files.map(\.number))
        let isAnyGone = job.noteVanished(known, listedBefore: listedBefore, settings)
        let isAnyMoved = noteMovedByHand(known, &job, settings)
        job.brakeWhereNeeded(settings)
        // Before the catalog forgets them; without room for the notes this process still knows.
        if isAnyGone || isAnyMoved { try? writeAnnotations(&job, settings) }
        try synchronizeCatalogAfterListing(&job, settings)
        return gone.sorted()
    }
}
