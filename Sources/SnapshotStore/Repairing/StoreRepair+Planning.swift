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
        let live = try LiveObjects(store.root, progress).find(
            among: try tracing.losses(of: absent),
            newest: snapshots.last { $0.damage == nil }?.number)
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

    /// Zips with a patch whose base will be lost, while another zip will have what it makes: they are made anew without it.
    private func uselessZips(
        _ live: Set<Digest>, _ lost: Set<Digest>
    ) throws(UserError) -> [[UInt8]] {
        let source = source()
        var useless: [[UInt8]] = []
        for name in try store.pool.names() where store.place(of: name) != nil {
            guard let objects = try? store.pool.open(name)?.archive().objects() else { continue }
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
