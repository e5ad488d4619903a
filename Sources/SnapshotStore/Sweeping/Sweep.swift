internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

/// One sweep: it marks what snapshots need, and takes zips until none is worth it any more.
struct Sweep {
    let store: Store
    let options: SweepOptions
    let progress: JobProgress
    var pace: SweepPace
    var marks = SweepMarks()
    var outcome = SweepOutcome()
    /// Zips that hold something that is needed and cannot be read: they stay.
    var spared: Set<[UInt8]> = []
    /// How often a zip could not be removed because the store was not as it had been.
    var refusals: [[UInt8]: Int] = [:]
    /// Zips that this sweep made: it does not make them anew.
    var made: Set<[UInt8]> = []
    /// Objects that were read whole, and from which zip, so that none is read twice.
    var proven: [Digest: [UInt8]] = [:]
    /// Zips of kept snapshots that hold all that their snapshots need, the newest first.
    private var complete: [[UInt8]] = []
    private var needs: [[UInt8]: Need] = [:]

    /// What is needed of a zip.
    private struct Need {
        var objects: [PlacedObject] = []
        /// How many objects it holds in all.
        var total = 0
    }

    init(_ store: Store, _ options: SweepOptions, _ progress: JobProgress) {
        self.store = store
        self.options = options
        self.progress = progress
        pace = SweepPace(options.bytesPerSecond, progress)
    }

    /// Sweeps until nothing is left that may go.
    ///
    /// What went needs no more what its patches changed, and what was packed anew makes other copies needless: a
    /// thorough sweep looks again after each change.
    mutating func run() throws(UserError) -> SweepOutcome {
        var isDone = false
        for _ in 0..<Self.mostPasses where !isDone {
            let before = outcome
            try pass()
            isDone = !options.isThorough || outcome == before
            marks = SweepMarks()
            made = []
        }
        return outcome
    }

    /// Far more than it ever takes.
    private static let mostPasses = 16

    private mutating func pass() throws(UserError) {
        while let roots = try mayStart(), try mark(roots) {
            complete = roots.complete
            let zips = roots.zips.filter { !spared.contains($0.name) && !made.contains($0.name) }
            guard let batch = try batch(of: zips) else { break }
            do throws(UserError) {
                try take(batch)
            } catch  where error.code == .storeFull {
                // What needs no room is gone by now; the rest waits for a disk that has some.
                return
            }
        }
        do throws(UserError) {
            try repackSnapshots()
        } catch  where error.code == .storeFull {
            return
        }
    }

    /// The roots of this moment, `nil` if nothing may be removed now.
    mutating func mayStart() throws(UserError) -> SweepRoots? {
        let asked = options.isAsked
        let (roots, brake, isTooSoon) = try store.change { job, settings throws(UserError) in
            let waited = settings.clock.instant - job.opened
            let roots = SweepRoots(job) { store.isRemovable($0, job, settings) }
            return (roots, job.annotations.brakes.first, !asked && waited < settings.quietStart)
        }
        outcome.brake = brake
        outcome.isTooSoon = isTooSoon
        return brake == nil && !isTooSoon ? roots : nil
    }

    /// Finds out what the snapshots need; `false` if there is nothing to remove anyway.
    private mutating func mark(_ roots: SweepRoots) throws(UserError) -> Bool {
        guard !roots.zips.isEmpty else { return false }
        guard !marks.covers(roots) else { return true }
        progress.begin("looking")
        for name in try store.pool.names() {
            guard let zip = try store.pool.zip(named: name) else { continue }
            try marks.note(name) { () throws(UserError) in
                try zip.archive().allObjects()
            }
        }
        let objects = store.objects
        // Nobody can say what was below a listing that is lost for good: it holds up nothing.
        let lost = store.lostListings
        try marks.cover(roots, progress: progress) { tree throws(UserError) in
            lost.contains(tree) ? [] : try objects.treeObject(tree)
        }
        needs = [:]
        return true
    }

    /// The zips to take next, with what is needed of each; `nil` if none is worth it.
    private mutating func batch(of zips: [ObjectZip]) throws(UserError) -> SweepBatch? {
        var candidates = [SweepCandidate]()
        var victims = [SweepBatch.Victim]()
        let names = Set(zips.map(\.name))
        for zip in zips {
            try progress.checkCancelled()
            guard try isListedWhole(zip) else {
                spared.insert(zip.name)
                outcome.damaged += 1
                continue
            }
            // What a zip holds that is away for the moment, nobody can say.
            guard let needed = try neededObjects(in: zip) else {
                spared.insert(zip.name)
                continue
            }
            var live: Int64 = 0
            var count = 0
            for object in needed.objects
            where try otherCopy(of: object.digest, outside: names) == nil {
                live += object.place.packed
                count += 1
            }
            victims.append(SweepBatch.Victim(zip: zip, needed: needed.objects))
            candidates.append(
                SweepCandidate(
                    allocated: zip.status.allocated, live: live, liveCount: count,
                    dead: needed.total - count, isLoose: try isLoose(zip)))
        }
        let free = try store.freeBytes() - Self.margin
        let chosen = SweepChoice.next(among: candidates, free: free, isThorough: options.isThorough)
        return chosen.isEmpty ? nil : SweepBatch(victims: chosen.map { victims[$0] })
    }

    /// Whether a zip still lists all that it holds: what damage hides in it may be needed.
    private func isListedWhole(_ zip: ObjectZip) throws(UserError) -> Bool {
        try store.pool.zip(named: zip.name)?.archive().fault == nil
    }

    /// Whether a zip holds contents that can be packed smaller now.
    private func isLoose(_ zip: ObjectZip) throws(UserError) -> Bool {
        // Complete snapshots may share their bytes with others on the disk.
        guard options.recompresses, zip.kind != .content(isPacked: true),
            SnapshotFileName(zip.name)?.isIncremental != false, let now = store.settings?.clock.now
        else { return false }
        return options.hasRested(zip.status, at: now)
    }

    /// Bytes that stay free for what is not counted.
    private static let margin: Int64 = 1 << 20

    /// What a zip holds that is needed, wherever else it may lie; `nil` if it cannot be found.
    private mutating func neededObjects(in zip: ObjectZip) throws(UserError) -> Need? {
        if let known = needs[zip.name] { return known }
        guard let opened = try store.pool.zip(named: zip.name) else { return nil }
        let all = try opened.archive().allObjects()
        let need = Need(
            objects: all.filter { marks.needed.contains($0.digest) }, total: all.count)
        needs[zip.name] = need
        return need
    }

    /// A copy of an object in a zip that stays, as far as one can know without reading it.
    func otherCopy(
        of object: Digest, outside names: Set<[UInt8]>
    ) throws(UserError) -> (zip: [UInt8], place: ObjectPlace)? {
        let row = try store.withCatalog { try $0.readablePlace(of: object) }
        if let row, row.folder != .expired, row.object.state == .good,
            !names.contains(row.object.zip)
        {
            return (row.object.zip, row.object.place)
        }
        for name in complete where !names.contains(name) {
            guard let zip = try store.pool.zip(named: name),
                let place = try zip.archive().place(of: object)
            else { continue }
            return (name, place)
        }
        return nil
    }
}

/// Zips that go together, since what is needed of them fits into one new zip.
struct SweepBatch {
    /// A zip that is to go.
    struct Victim {
        var zip: ObjectZip
        var needed: [PlacedObject]
    }

    var victims: [Victim]

    /// The names of the zips.
    var names: Set<[UInt8]> { Set(victims.map(\.zip.name)) }
}
