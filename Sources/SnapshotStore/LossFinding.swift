internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

/// Finds out which kept snapshots lose something by zips that the catalog forgets.
struct LossFinding {
    let pool: ZipPool
    let catalog: Catalog
    /// What the zips held that new snapshots could lean on.
    private(set) var forgotten: [LeftZip] = []

    /// A zip that new snapshots could lean on until now.
    struct LeftZip {
        var name: [UInt8]
        var fate: ContentLoss.Fate
        var objects: [LostObject]
    }

    init(pool: ZipPool, catalog: Catalog) {
        self.pool = pool
        self.catalog = catalog
    }

    /// Notes a zip that is there no more, can no longer be read, or may go at any time.
    mutating func note(_ zip: [UInt8], _ fate: ContentLoss.Fate, _ objects: [LostObject]) {
        guard !objects.isEmpty else { return }
        forgotten.append(LeftZip(name: zip, fate: fate, objects: objects))
    }

    /// What kept snapshots lose, where `homeless` is what no zip has of all that was looked for.
    ///
    /// What they lose with each zip that was moved into `expired/` is told apart.
    func losses(among homeless: Set<Digest>) throws -> [ContentLoss] {
        let left = forgotten.filter { $0.objects.contains { homeless.contains($0.digest) } }
        let moved = left.filter { $0.fate == .expired }.map { [$0] }
        return try ([left.filter { $0.fate != .expired }] + moved)
            .compactMap { try loss(by: $0, homeless) }
    }

    private func loss(by guilty: [LeftZip], _ homeless: Set<Digest>) throws -> ContentLoss? {
        guard let first = guilty.first else { return nil }
        let lost = Set(guilty.lazy.flatMap(\.objects).map(\.digest)).intersection(homeless)
        var snapshots = try catalog.keptSnapshots(
            showing: lost.union(try catalog.leaning(on: lost)))
        if snapshots.isEmpty {
            // A part of a large directory is in no list of what is shown, and may be of one that nothing shows.
            let trees = Set(guilty.lazy.flatMap(\.objects).filter(\.isTree).map(\.digest))
            snapshots = try catalog.keptSnapshots(
                showing: try directories(with: trees.intersection(lost)))
        }
        guard !snapshots.isEmpty else { return nil }
        let isOneFate = guilty.allSatisfy { $0.fate == first.fate }
        return ContentLoss(
            zips: guilty.map(\.name), fate: isOneFate ? first.fate : .unreadable,
            snapshots: snapshots)
    }

    /// What kept snapshots show and no zip holds, where nobody knows any more what zips there were.
    ///
    /// What is `known` to be lost is left out.
    func lossAmongAll(besides known: Set<Digest>) throws -> ContentLoss? {
        var pending: [Digest] = []
        try catalog.eachDigest(alsoExpired: false) { pending.append($0) }
        var seen: Set<Digest> = []
        var lost: Set<Digest> = []
        while let digest = pending.popLast() {
            guard seen.insert(digest).inserted else { continue }
            guard let place = try catalog.readablePlace(of: digest)?.object.place else {
                lost.insert(digest)
                continue
            }
            if let base = place.base { pending.append(base) }
            if place.form == .tree { lost.formUnion(try lostParts(of: digest)) }
        }
        lost.subtract(known)
        var snapshots = try catalog.keptSnapshots(
            showing: lost.union(try catalog.leaning(on: lost)))
        if snapshots.isEmpty {
            snapshots = try catalog.keptSnapshots(showing: try directories(with: lost))
        }
        guard !snapshots.isEmpty else { return nil }
        return ContentLoss(zips: [], fate: .gone, snapshots: snapshots)
    }

    /// Parts of a directory, and parts of parts, that no zip holds.
    private func lostParts(of directory: Digest) throws -> Set<Digest> {
        let trees = CatalogTrees(pool: pool, catalog: catalog)
        var lost: Set<Digest> = []
        var waiting = [directory]
        while let tree = waiting.popLast() {
            for line in trees.lines(of: tree) {
                guard case .part(let part) = line else { continue }
                if try catalog.readablePlace(of: part.tree) == nil {
                    lost.insert(part.tree)
                } else {
                    waiting.append(part.tree)
                }
            }
        }
        return lost
    }

    /// The directories that kept snapshots show of which some part is lost.
    private func directories(with lost: Set<Digest>) throws -> Set<Digest> {
        guard !lost.isEmpty else { return [] }
        var shown: Set<Digest> = []
        try catalog.eachDigest(alsoExpired: false) { shown.insert($0) }
        var found: Set<Digest> = []
        for directory in shown {
            guard let place = try catalog.readablePlace(of: directory)?.object.place,
                place.form == .tree
            else { continue }
            if leads(directory, to: lost) { found.insert(directory) }
        }
        return found
    }

    private func leads(_ directory: Digest, to lost: Set<Digest>) -> Bool {
        let trees = CatalogTrees(pool: pool, catalog: catalog)
        var waiting = [directory]
        while let tree = waiting.popLast() {
            for line in trees.lines(of: tree) {
                guard case .part(let part) = line else { continue }
                if lost.contains(part.tree) { return true }
                waiting.append(part.tree)
            }
        }
        return false
    }
}
