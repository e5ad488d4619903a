internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// What a repair would do, without doing it.
extension StoreRepair {
    /// Says what would be done about what was found, of which `absent` can be had from nowhere in the store.
    mutating func plan(
        _ found: StoreVerification, _ absent: Set<Digest>
    ) throws(UserError) {
        var unknown: Set<[UInt8]> = []
        for zip in zips {
            if case .unknown = try store.role(of: zip) {
                unknown.insert(zip.name)
            } else {
                noteMended(zip.name)
            }
        }
        outcome.rewritten = found.damage.map(\.file).filter(StoreFileName.skeleton.contains)
        let snapshots = try snapshots()
        let tracing = DamageTracing(store, snapshots, progress, source: source())
        let losses = try tracing.losses(of: absent)
        let directory = LiveObjects(store.root, progress)
        // Of older ones the directory need not have the listings any more.
        let gone = found.damage.filter(\.isGone).flatMap(\.snapshots).max() ?? 0
        let newest = snapshots.last.flatMap { last in
            last.damage == nil && last.number > gone ? last.number : nil
        }
        var live = try directory.find(among: losses, newest: newest)
        live.formUnion(try patched(losses, found, besides: live, in: directory))
        let lost = absent.subtracting(live)
        for name in try uselessZips(live, lost) { noteMended(name) }
        outcome.lost = try tracing.losses(of: lost)
        outcome.items = found.damage.map { item in
            RepairedDamage(
                found: item,
                action: action(on: item, isLeft: unknown.contains(item.file), lost, live))
        }
        outcome.left = found.damage.filter { !$0.isElsewhere && unknown.contains($0.file) }
    }

    /// Lost contents that whole patches make of what the directory still has, though no snapshot shows that any more.
    private func patched(
        _ losses: [Int: [LostItem]], _ found: StoreVerification, besides live: Set<Digest>,
        in directory: LiveObjects
    ) throws(UserError) -> Set<Digest> {
        let broken = Set(found.damage.filter { !$0.isElsewhere }.compactMap(\.damage.digest))
        var bases: [Int: [LostItem]] = [:]
        var makes: [Digest: Set<Digest>] = [:]
        for (number, items) in losses {
            for item in items where !item.isListing && !live.contains(item.object) {
                var next = item.object
                for _ in 0..<Store.deepestChain where !broken.contains(next) {
                    guard let base = try store.index.place(of: next)?.place.base else { break }
                    bases[number, default: []].append(
                        LostItem(path: item.path, object: base, isListing: false))
                    makes[base, default: []].insert(item.object)
                    next = base
                }
            }
        }
        return try directory.find(among: bases, newest: nil).reduce(into: []) { made, base in
            made.formUnion(makes[base] ?? [])
        }
    }

    /// Zips with a patch whose base will be lost, while another zip will have what it makes: they are made anew without it.
    private func uselessZips(
        _ live: Set<Digest>, _ lost: Set<Digest>
    ) throws(UserError) -> [[UInt8]] {
        let source = source()
        var useless: [[UInt8]] = []
        for name in try store.pool.names() where store.place(of: name) != nil {
            let listed = try ifReadable { try store.pool.open(name)?.archive().objects() }
            guard let objects = listed else { continue }
            for object in objects where shown.contents.contains(object.digest) {
                try progress.checkCancelled()
                guard let base = object.place.base, !lost.contains(object.digest),
                    !live.contains(base), try isDoubtful(base),
                    try !source.canRead(base, isListing: false)
                else { continue }
                useless.append(name)
                break
            }
        }
        return useless
    }
}
