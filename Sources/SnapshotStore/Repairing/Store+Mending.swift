internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel
internal import Synchronization

/// What a damaged zip is to be made anew as.
enum ZipRole {
    /// A snapshot with this record.
    case snapshot(SnapshotRecord)
    /// Objects that others need, with what the zip says of itself.
    case objects(CarriedZip)
    /// Objects in a zip whose name promises a snapshot's record, which is lost: they belong into a content zip.
    case loose
    /// A snapshot of which no record is left.
    case unknown
}

extension Store {
    /// What a damaged zip is, by the first of all sources that knows.
    func role(of damaged: DamagedZip) throws(UserError) -> ZipRole {
        let (file, object, dataset) = job.withLock { job in
            (
                job.files.first { $0.name == damaged.name },
                job.objects.first { $0.name == damaged.name }, job.identity.dataset
            )
        }
        if let file {
            let record =
                record(of: damaged, file)
                ?? RebuiltRecord.make(for: file, damaged.salvage, dataset: dataset, in: self)
            return record.map { .snapshot($0) } ?? .unknown
        }
        guard let object else { return .unknown }
        do {
            let record = damaged.salvage.record ?? listedRecord(damaged)
            if case .gone = object.kind {
                return try record.map { .objects(try CarriedZip($0)) } ?? .loose
            }
            return .objects(try CarriedZip(contentRecord(of: damaged, object, dataset)))
        } catch {
            return .unknown
        }
    }

    /// The record of a snapshot's zip: the zip's own, or the one that the catalog took from it.
    private func record(of damaged: DamagedZip, _ file: SnapshotFile) -> SnapshotRecord? {
        let remembered = catalog.read { holder in
            (try? holder.catalog?.rememberedRecord(of: damaged.name))
                .flatMap { try? SnapshotRecordJSON.decode($0) }
        }
        let known = file.record.id.isEmpty ? nil : file.record
        let candidates = [damaged.salvage.record, listedRecord(damaged), known, remembered]
        return candidates.compactMap(\.self).first { record in
            record.store == uuid && record.number == file.number && !record.id.isEmpty
                && record.rootTree != nil
        }
    }

    private func listedRecord(_ damaged: DamagedZip) -> SnapshotRecord? {
        (try? damaged.zip.archive().record).flatMap { $0.id.isEmpty ? nil : $0 }
    }

    private func contentRecord(
        of damaged: DamagedZip, _ zip: ObjectZip, _ dataset: String
    ) -> ContentRecord {
        if let record = damaged.salvage.contentRecord { return record }
        var record = ContentRecord(
            store: uuid, dataset: dataset, created: zip.status.modified.seconds)
        if case .content(let isPacked) = zip.kind { record.isPacked = isPacked }
        record.treeRoot = zip.trees
        return record
    }

    /// Lets new snapshots lean again on what was damaged and is whole in a zip now.
    func trustAgain(_ verification: StoreVerification) throws(UserError) {
        let damaged = Set(verification.damage.compactMap(\.damage.digest))
        let objects = self.objects
        for digest in try distrustedContents().subtracting(damaged) {
            guard
                let copy = try? objects.withEachCopy(
                    of: digest, isProof: true,
                    { found in
                        try objects.read(digest, found) { _ in }
                        return found
                    })
            else { continue }
            let row = CatalogObject(
                PlacedObject(digest: digest, place: copy.place), in: copy.zip.name)
            try withCatalog { catalog in
                try catalog.settle([digest])
                try catalog.add([row], of: copy.zip.name, replacing: true)
            }
        }
    }

    /// Lets expiry go on where it was stopped for damage that is mended or noted by now.
    func releaseDamageBrakes() throws(UserError) {
        try change { job, settings throws(UserError) in
            let isAnyUnread = job.files.contains { $0.damage != nil }
            let before = job.annotations.brakes
            job.annotations.brakes = before.filter { brake in
                switch brake.code {
                case .verifyFailed: false
                case .unreadable where StoreJob.isAboutGone(brake): false
                case .unreadable: isAnyUnread || !StoreJob.isAboutZips(brake)
                default: true
                }
            }
            job.brakeForGone(settings)
            guard job.annotations.brakes != before else { return }
            try writeAnnotations(&job, settings)
        }
    }
}
