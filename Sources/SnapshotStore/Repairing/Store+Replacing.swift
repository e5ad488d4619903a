internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

/// Putting mended zips into the place of damaged ones.
extension Store {
    /// Puts a fresh zip into the place of a damaged one, which goes to `expired/` for the time of grace.
    ///
    /// `record` is that of a snapshot. Throws `store-busy` if the zip is not the one that was looked at.
    func replace(
        _ damaged: DamagedZip, by mended: consuming ZipMending.Mended, record: SnapshotRecord?
    ) throws(UserError) {
        let objects = mended.objects.map { CatalogObject($0, in: damaged.name) }
        var made = Optional(mended.takeFile())
        try change { job, settings throws(UserError) in
            let (name, place) = (damaged.name, damaged.place)
            guard try looksAsListed(name, damaged.status, in: place) else {
                throw Self.changedMeanwhile(name)
            }
            let aside = try asideName(for: name)
            // Before the move: what lies there without a note counts from when it is seen.
            try noteSetAside(aside, &job, settings)
            let status = try StoreProblem.translating(path) { () throws(SystemError) in
                guard let file = made.take() else {
                    throw SystemError("linkat", path: BytePath(name), errno: .noEntry)
                }
                return try directory.replace(name, in: place, by: file, settingAside: aside)
            }
            pool.drop(name)
            index.forget(name)
            let zip = try take(status, of: damaged, record, &job)
            try withCatalog { try $0.replace(zip, objects: objects) }
            try synchronizeCatalog(job)
            try writeAnnotations(&job, settings)
        }
    }

    /// Takes a zip out of the store whose needed objects lie elsewhere by now.
    func setAside(_ damaged: DamagedZip) throws(UserError) {
        try change { job, settings throws(UserError) in
            let (name, place) = (damaged.name, damaged.place)
            guard try looksAsListed(name, damaged.status, in: place) else {
                throw Self.changedMeanwhile(name)
            }
            let aside = try asideName(for: name)
            try noteSetAside(aside, &job, settings)
            try StoreProblem.translating(path) { () throws(SystemError) in
                try directory.setAside(name, in: place, as: aside)
            }
            pool.drop(name)
            index.forget(name)
            for case .gone(let id, _) in job.objects.filter({ $0.name == name }).map(\.kind) {
                job.annotations.snapshots[id] = nil
            }
            job.objects.removeAll { $0.name == name }
            try synchronizeCatalog(job)
            try writeAnnotations(&job, settings)
        }
    }

    /// Lets the job's lists follow a replacement; the zip as the catalog knows it.
    private func take(
        _ status: FileStatus, of damaged: DamagedZip, _ record: SnapshotRecord?,
        _ job: inout StoreJob
    ) throws(UserError) -> CatalogZip {
        if let index = job.files.firstIndex(where: { $0.name == damaged.name }), let record {
            let key = job.noteKey(of: job.files[index])
            job.files[index].record = record
            job.files[index].damage = nil
            job.files[index].status = status
            // What was said about it while nobody knew its identity.
            if key != record.id, let note = job.annotations.snapshots.removeValue(forKey: key) {
                job.annotations.snapshots[record.id] = note
            }
            job.annotations.acknowledged.remove(String(decoding: damaged.name, as: UTF8.self))
            return job.files[index].catalogZip
        }
        guard let index = job.objects.firstIndex(where: { $0.name == damaged.name }) else {
            throw Self.changedMeanwhile(damaged.name)
        }
        job.objects[index].status = status
        job.objects[index].damage = nil
        return job.objects[index].catalogZip
    }

    private func asideName(for name: [UInt8]) throws(UserError) -> [UInt8] {
        let taken = try StoreProblem.translating(path) { () throws(SystemError) in
            try directory.setAsideNames()
        }
        return SetAsideName.make(for: name, taken: Set(taken))
    }

    private func noteSetAside(
        _ aside: [UInt8], _ job: inout StoreJob, _ settings: StoreSettings
    ) throws(UserError) {
        let expiry = Expiry(time: settings.clock.now.seconds, running: job.runningSeconds)
        job.annotations.setAside = job.annotations.setAside ?? [:]
        job.annotations.setAside?[String(decoding: aside, as: UTF8.self)] = expiry
        try writeAnnotations(&job, settings)
    }

    private static func changedMeanwhile(_ name: [UInt8]) -> UserError {
        UserError(
            .storeBusy, "\(displayName(name)) changed while it was mended",
            remedy: "snapctl repair once more")
    }
}
