internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// One repair: it looks, has the live directory read again, replaces what is damaged, and looks again.
struct StoreRepair {
    let store: Store
    let options: RepairOptions
    let progress: JobProgress
    var outcome = RepairOutcome()
    /// The damaged zips, those in `base/` first: others may lean on what they hold.
    var zips: [DamagedZip] = []
    /// Listings that no zip has, made anew from the catalog.
    private var made: [Digest: [UInt8]] = [:]

    /// Objects that were found damaged.
    private var doubted: Set<Digest> = []
    /// What the kept snapshots show, as far as their listings can be had.
    private(set) var shown: ReachableObjects

    init(_ store: Store, _ options: RepairOptions, _ progress: JobProgress) {
        self.store = store
        self.options = options
        self.progress = progress
        shown = ReachableObjects(store.objects, progress)
    }

    mutating func run(_ retake: () throws(UserError) -> Void) throws(UserError) -> RepairOutcome {
        let renamed = try store.renamedZips()
        if !options.isDryRun { try store.takeBack(renamed) }
        var found = try store.verify(depth: .everything, progress: progress)
        if options.isDryRun { found.forget(renamed) }
        outcome.renamed = renamed.map {
            RepairedDamage(found: $0.finding, action: .mended)
        }
        outcome.snapshots = found.snapshots
        outcome.bytesRead = found.bytesRead
        outcome.known = found.known
        let given = found.known.filter { $0.damage.kind == .deleted }
        guard !found.damage.isEmpty || !given.isEmpty else {
            if !options.isDryRun { try store.releaseDamageBrakes() }
            return outcome
        }
        // What was removed from the store is no copy, though it may still be open.
        store.pool.dropRemoved()
        store.index.forgetAll()
        // What a person gave up comes back too where it can, and others may need what it holds.
        zips = try open(found.damage.filter { !$0.isElsewhere } + given)
        // What a snapshot without a readable record shows was not looked for.
        let isAnyUnread = store.snapshots.contains { $0.damage != nil }
        if isAnyUnread || found.damage.contains(where: { $0.damage.kind == .tree }) {
            try makeTrees()
        }
        var absent = try absent(found)
        if options.isDryRun { for zip in renamed { absent.subtract(zip.objects) } }
        if options.isDryRun {
            try plan(found, absent)
            return outcome
        }
        if !absent.isEmpty {
            do throws(UserError) {
                try retake()
            } catch {
                if error.code == .interrupted { throw error }
                // It may have been unmounted: what is lost is found again when it is saved again.
                outcome.untaken = error
            }
            // What was taken again is in the newest zip, where the salvage need not look.
            store.index.forgetAll()
        }
        for zip in zips { try mend(zip) }
        try store.keep(trees: made)
        try rewriteFiles(found)
        try lookAgain(found, absent)
        return outcome
    }

    /// Opens and unpacks zips, those first that others may lean on.
    private func open(_ damage: [StoreDamage]) throws(UserError) -> [DamagedZip] {
        let names = Set(damage.map(\.file))
        var zips: [DamagedZip] = []
        let order = try store.pool.names().reversed().filter(names.contains)
        progress.begin("salvaging", files: order.count)
        for name in order {
            if var zip = try DamagedZip(name, of: store, progress: progress) {
                zip.identifyPatches(with: store.objects)
                zips.append(zip)
            }
            progress.add(files: 1)
        }
        return zips
    }

    /// Where objects are taken from now.
    func source() -> RepairSource {
        var salvaged: [Digest: RepairSource.Salvaged] = [:]
        for zip in zips {
            for object in zip.whole {
                salvaged[object.digest] = RepairSource.Salvaged(
                    file: zip.zip.file, place: object.place)
            }
        }
        let patched = zips.reduce(into: Set<Digest>()) { $0.formUnion($1.identified) }
        return RepairSource(store.objects, salvaged, made: made, patched: patched)
    }

    /// Makes listings that are lost.
    private mutating func makeTrees() throws(UserError) {
        var recovery = TreeRecovery(store, source(), progress)
        try recovery.run(try snapshots())
        made = recovery.made
    }

    /// The kept snapshots as they will be, with their records where these can be had.
    func snapshots() throws(UserError) -> [StoredSnapshot] {
        var snapshots = store.snapshots
        for zip in zips {
            guard case .snapshot(let record) = try store.role(of: zip),
                let index = snapshots.firstIndex(where: { $0.fileName == zip.name })
            else { continue }
            snapshots[index].record = record
            snapshots[index].damage = nil
        }
        return snapshots
    }

    /// What snapshots show and nothing has whole, what is known to be lost left out.
    ///
    /// Listings that were made anew show more than was there to be verified.
    private mutating func absent(_ found: StoreVerification) throws(UserError) -> Set<Digest> {
        let source = source()
        doubted = Set(found.damage.compactMap(\.damage.digest))
        shown = try DamageTracing(store, try snapshots(), progress, source: source).reachable()
        var absent = Set(shown.unreadable.keys)
        for content in shown.contents {
            if try isDoubtful(content), try !source.canRead(content, isListing: false) {
                absent.insert(content)
            }
        }
        return absent.subtracting(store.knownLosses)
    }

    /// Whether a content, or one that patches make it from, was found damaged or not found at all.
    func isDoubtful(_ content: Digest) throws(UserError) -> Bool {
        var next = content
        for _ in 0..<Store.deepestChain {
            guard !doubted.contains(next), let known = try store.index.place(of: next) else {
                return true
            }
            guard let base = known.place.base else { return false }
            next = base
        }
        return true
    }

    /// What was found damaged and can be had from nowhere.
    private func unreadable(_ found: StoreVerification) throws(UserError) -> Set<Digest> {
        let source = source()
        var absent: Set<Digest> = []
        for item in found.damage {
            guard let digest = item.damage.digest, !item.snapshots.isEmpty else { continue }
            let isListing = item.damage.kind == .tree
            if try !source.canRead(digest, isListing: isListing) { absent.insert(digest) }
        }
        return absent
    }

    /// Replaces one damaged zip.
    private mutating func mend(_ zip: DamagedZip) throws(UserError) {
        try progress.checkCancelled()
        var zip = zip
        zip.identifyPatches(with: store.objects)
        let mending = ZipMending(store: store, source: source(), progress: progress)
        do {
            switch try store.role(of: zip) {
            case .snapshot(var record):
                if RebuiltRecord.isOne(record) {
                    try RebuiltRecord.complete(&record, from: mending.source, in: store, progress)
                }
                let mended =
                    record.layout == .complete
                    ? try mending.complete(record)
                    : try mending.part(
                        of: zip, as: CarriedZip(record),
                        names: FirstNames.headers(of: record, from: mending.source))
                try store.replace(zip, by: mended, record: record)
            case .objects(let about):
                let mended = try mending.part(of: zip, as: about, names: [:])
                try store.replace(zip, by: mended, record: nil)
            case .loose:
                let (about, name) = try store.newContentZip()
                let mended = try mending.part(of: zip, as: CarriedZip(about), names: [:])
                let objects = mended.objects
                _ = try store.adopt(mended.takeFile(), named: name, objects, record: about)
                try store.setAside(zip)
            case .unknown:
                // Nobody knows what the snapshot shows; what others need of it is kept where it is found.
                try rescue(zip, with: mending)
                return
            }
            noteMended(zip.name)
        } catch let error as SystemError {
            throw StoreProblem.system(error, store: store.path)
        } catch let error as UserError {
            throw error
        } catch {
            throw UserError(
                .internal, "\(displayName(zip.name)) could not be mended", why: "\(error)",
                remedy: "report this; the damaged zip is as it was")
        }
    }

    /// Copies what a zip that stays as it is holds, if snapshots need something of it that no list leads to.
    private func rescue(_ zip: DamagedZip, with mending: ZipMending) throws {
        let needed = Set(zip.whole.map(\.digest)).union(zip.identified)
            .intersection(shown.contents.union(shown.trees).union(try bases()))
        let listed = RepairSource(store.objects, [:])
        let isAnyUnlisted = try needed.contains { object in
            try !listed.canRead(object, isListing: shown.trees.contains(object))
        }
        guard isAnyUnlisted else { return }
        let (about, name) = try store.newContentZip()
        let copy = try mending.part(of: zip, as: CarriedZip(about), names: [:])
        let objects = copy.objects
        _ = try store.adopt(copy.takeFile(), named: name, objects, record: about)
    }

    /// The contents that patches of any zip change.
    private func bases() throws(UserError) -> Set<Digest> {
        var bases: Set<Digest> = []
        for name in try store.pool.names() {
            try progress.checkCancelled()
            let objects = try ifReadable { try store.pool.open(name)?.archive().objects() } ?? []
            bases.formUnion(objects.compactMap(\.place.base))
        }
        return bases
    }

    mutating func noteMended(_ name: [UInt8]) {
        if !outcome.mended.contains(name) { outcome.mended.append(name) }
    }

    /// Writes anew what is damaged beside the zips.
    private mutating func rewriteFiles(_ found: StoreVerification) throws(UserError) {
        outcome.rewritten = found.damage.map(\.file).filter(StoreFileName.skeleton.contains)
        if !outcome.rewritten.isEmpty { try store.rewriteFiles() }
    }

    /// Examines everything once more: what is still absent is marked as lost.
    private mutating func lookAgain(
        _ found: StoreVerification, _ absent: Set<Digest>
    ) throws(UserError) {
        var now = try store.verify(depth: .everything, progress: progress)
        zips = []
        var gone = try unreadable(now)
        // A patch of which the base is lost is of no use where another zip has what it made.
        let useless = now.damage.filter { item in
            item.isElsewhere && item.damage.digest.map(gone.contains) == false
        }
        if !useless.isEmpty {
            for zip in try open(useless) { try mend(zip) }
            now = try store.verify(depth: .everything, progress: progress)
            gone = try unreadable(now)
        }
        let losses = try DamageTracing(store, store.snapshots, progress).losses(of: gone)
        try store.mark(losses)
        outcome.lost = losses
        outcome.known = now.known
        outcome.left = now.damage.filter { item in
            if item.isGone { return false }
            return !item.isElsewhere || item.damage.digest.map(gone.contains) != true
        }
        let left = Set(outcome.left.map(\.file))
        outcome.items = found.damage.map { item in
            RepairedDamage(
                found: item,
                action: action(on: item, isLeft: left.contains(item.file), gone, absent))
        }
        try store.trustAgain(now)
        if outcome.left.isEmpty { try store.releaseDamageBrakes() }
    }

    func action(
        on item: StoreDamage, isLeft: Bool, _ gone: Set<Digest>, _ absent: Set<Digest>
    ) -> RepairResult {
        let isThere =
            store.place(of: item.file) != nil || outcome.mended.contains(item.file)
            || StoreFileName.skeleton.contains(item.file)
        if !isThere, !item.isElsewhere { return .lost }
        if let digest = item.damage.digest {
            if gone.contains(digest) { return .lost }
            if absent.contains(digest) { return .taken }
        }
        return isLeft && !item.isElsewhere ? .left : .mended
    }
}
