internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

/// Finds other zips that have what lay in zips that are gone or expired.
struct Rehousing {
    let pool: ZipPool
    let catalog: Catalog

    /// Gives objects new places; what a kept snapshot shows and no zip has is to be taken from the live tree.
    ///
    /// Returns that, and beside it what patches change and parts of listings that may be of no use to anybody.
    func run(_ lost: Set<LostObject>) throws -> Set<Digest> {
        guard !lost.isEmpty else { return [] }
        var homeless = Set(lost.lazy.map(\.digest))
        // Nothing can lean on what lies in expired/, which the names list last.
        let names = try pool.names()
        guard let newest = names.first else { return [] }
        try settle(&homeless, in: newest)
        guard !homeless.isEmpty else { return [] }
        homeless = try needed(homeless, trees: Set(lost.lazy.filter(\.isTree).map(\.digest)))
        for name in names.dropFirst() where !homeless.isEmpty {
            try settle(&homeless, in: name)
        }
        // What a patch changes may have been found after the patch.
        homeless = try homeless.filter { digest throws(CatalogError) in
            try !catalog.holds(digest)
        }
        guard !homeless.isEmpty else { return [] }
        try catalog.suspect(homeless)
        // A patch is there and of no use without what it changes, until that is back.
        try catalog.suspect(try catalog.leaning(on: homeless))
        return homeless
    }

    /// Takes the places that a zip offers.
    private func settle(_ homeless: inout Set<Digest>, in name: [UInt8]) throws {
        // A zip that cannot be read offers nothing, and one that the catalog does not know is not to be leaned on.
        guard try catalog.isUsable(zip: name) else { return }
        let listed = try ifReadable(onlyShortage: true) {
            guard let archive = try pool.zip(named: name)?.archive(), archive.fault == nil else {
                return [PlacedObject]?.none
            }
            return try archive.objects()
        }
        guard let objects = listed else { return }
        let found = objects.filter { homeless.contains($0.digest) }
        try catalog.add(found.map { CatalogObject($0, in: name) }, of: name)
        for object in found {
            // A patch is no copy without what it changes.
            if object.place.base != nil, try !catalog.holds(object.digest) { continue }
            homeless.remove(object.digest)
        }
    }

    /// Leaves out contents that no kept snapshot shows, neither itself nor below a patch.
    private func needed(
        _ digests: Set<Digest>, trees: Set<Digest>
    ) throws(CatalogError) -> Set<Digest> {
        // Parts of large directories are in no list of what is shown.
        var needed = digests.intersection(trees)
        try catalog.eachDigest(alsoExpired: false) { digest in
            if digests.contains(digest) { needed.insert(digest) }
        }
        try catalog.eachBase { digest in
            if digests.contains(digest) { needed.insert(digest) }
        }
        return needed
    }
}
