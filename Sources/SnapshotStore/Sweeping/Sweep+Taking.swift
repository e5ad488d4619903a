internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

extension Sweep {
    /// Sees to it that what is needed of the zips lies elsewhere, then removes them.
    mutating func take(_ batch: SweepBatch) throws(UserError) {
        var batch = batch
        let names = batch.names
        var leaning: Set<[UInt8]> = []
        var copies: [Digest: [SweepItem]] = [:]
        var settled: Set<Digest> = []
        for victim in batch.victims {
            for object in victim.needed where !settled.contains(object.digest) {
                let item = SweepItem(zip: victim.zip, object: object)
                if copies[object.digest]?.append(item) != nil { continue }
                if let zip = try provenCopy(of: object.digest, outside: names) {
                    leaning.insert(zip)
                    settled.insert(object.digest)
                } else {
                    copies[object.digest] = [item]
                }
            }
        }
        leaning.formUnion(try carryOne(of: copies, outOf: &batch))
        try removeWhenPossible(batch, leaning: leaning)
    }

    /// Carries one whole copy of each object; where the zips have none, all that hold one stay, and leave the batch.
    ///
    /// Returns the zips that have the copies now.
    private mutating func carryOne(
        of copies: [Digest: [SweepItem]], outOf batch: inout SweepBatch
    ) throws(UserError) -> Set<[UInt8]> {
        var waiting = copies.mapValues { $0[...] }
        var all: Set<[UInt8]> = []
        var lost: Set<Digest> = []
        while !waiting.isEmpty {
            let made = try carry(waiting.values.compactMap(\.first))
            all.formUnion(made)
            // Another of the zips may hold whole what this one has damaged.
            waiting = waiting.filter { !isCarried($0.key, to: made) }.mapValues { $0.dropFirst() }
            lost.formUnion(waiting.lazy.filter(\.value.isEmpty).map(\.key))
            waiting = waiting.filter { !$0.value.isEmpty }
        }
        outcome.damaged += lost.count
        batch.victims.removeAll { victim in
            guard victim.needed.contains(where: { lost.contains($0.digest) }) else { return false }
            spared.insert(victim.zip.name)
            return true
        }
        return all
    }

    /// Whether an object lies whole in one of the zips that were made for it.
    func isCarried(_ object: Digest, to made: Set<[UInt8]>) -> Bool {
        proven[object].map(made.contains) ?? false
    }

    /// A zip that stays and from which an object was read whole now.
    ///
    /// A second copy counts only then: it may have rotted unseen, and the first is about to go.
    private mutating func provenCopy(
        of object: Digest, outside names: Set<[UInt8]>
    ) throws(UserError) -> [UInt8]? {
        if let zip = proven[object], !names.contains(zip) { return zip }
        guard let copy = try otherCopy(of: object, outside: names),
            let zip = try store.pool.zip(named: copy.zip)
        else { return nil }
        let found = FoundObject(zip: zip, place: copy.place, isListed: false)
        try pace.spend(copy.place.packed)
        do {
            try store.objects.read(object, found) { _ in }
        } catch {
            // It is not what it should be; the one in the zip that is to go takes its place.
            return nil
        }
        proven[object] = copy.zip
        let row = CatalogObject(PlacedObject(digest: object, place: copy.place), in: copy.zip)
        try store.withCatalog { try $0.add([row], of: copy.zip, replacing: true) }
        return copy.zip
    }

    /// Removes the zips of a batch in short jobs, as soon as no snapshot is being made.
    private mutating func removeWhenPossible(
        _ batch: SweepBatch, leaning: Set<[UInt8]>
    ) throws(UserError) {
        for victim in batch.victims {
            var verdict = try removeNow(victim, leaning: leaning)
            while verdict == .busy {
                try pace.rest()
                verdict = try removeNow(victim, leaning: leaning)
            }
            guard verdict == .removed else { return try lookAgain(at: victim.zip) }
        }
    }

    /// Lists the store anew, in case it is not as it was listed; a zip that stays in the way is left alone.
    private mutating func lookAgain(at zip: ObjectZip) throws(UserError) {
        refusals[zip.name, default: 0] += 1
        if refusals[zip.name, default: 0] >= Self.mostRefusals { spared.insert(zip.name) }
        try store.forgetVanished()
    }

    /// How often all is looked at again for the sake of one zip.
    private static let mostRefusals = 8

    private enum Verdict {
        /// The zip is gone.
        case removed
        /// A snapshot is being made, which may lean on anything.
        case busy
        /// The store is not as it was: all is to be looked at again.
        case stale
    }

    /// The last look and the removal are one job: nothing comes between them.
    private mutating func removeNow(
        _ victim: SweepBatch.Victim, leaning: Set<[UInt8]>
    ) throws(UserError) -> Verdict {
        let store = self.store
        let marks = self.marks
        let verdict = try store.change { job, settings throws(UserError) -> Verdict in
            guard job.building == 0 else { return .busy }
            guard job.annotations.brakes.isEmpty, job.objects.contains(victim.zip),
                marks.covers(SweepRoots(job) { _ in false }),
                try store.looksAsListed(victim.zip.name, victim.zip.status, in: victim.zip.place),
                try store.areThere(leaning, job)
            else { return .stale }
            try store.withCatalog { _ = try $0.forget(zip: victim.zip.name) }
            try store.remove(victim.zip, &job)
            try store.settleRemoval(of: 1, &job, settings)
            return .removed
        }
        if verdict == .removed {
            store.pool.dropRemoved()
            outcome.removed += 1
            outcome.freed += victim.zip.status.allocated
        }
        return verdict
    }
}

/// An object of a zip that is to go.
struct SweepItem {
    var zip: ObjectZip
    var object: PlacedObject
}

extension Store {
    /// Whether zips that others lean on from now on are as they were listed.
    func areThere(_ names: Set<[UInt8]>, _ job: StoreJob) throws(UserError) -> Bool {
        for name in names {
            if let file = job.files.first(where: { $0.name == name }) {
                guard file.place != .expired, try looksAsListed(name, file.status, in: file.place)
                else { return false }
            } else if let zip = job.objects.first(where: { $0.name == name }) {
                guard zip.place != .expired, try looksAsListed(name, zip.status, in: zip.place)
                else { return false }
            } else {
                return false
            }
        }
        return true
    }

    func looksAsListed(
        _ name: [UInt8], _ listed: FileStatus, in place: ZipPlace
    ) throws(UserError) -> Bool {
        try StoreProblem.translating(path) { () throws(SystemError) in
            guard let status = try directory.status(of: name, in: place) else { return false }
            return status.size == listed.size && status.inode == listed.inode
                && status.modified == listed.modified
        }
    }
}
