package import SnapshotArchive
internal import SnapshotCatalog
package import SnapshotModel
internal import LinuxSystem

/// Lets new versions of large files be patches over what the store has of them.
package final class StorePatching: PatchBases {
    private let store: Store
    private let cache: SignatureCache

    /// Reading goes through every layer; the next version after so many changes a low one again.
    private static let largestDepth = 16
    /// How many patches stay below that one: so many fewer versions' changes are stored twice.
    private static let keptDepth = 2
    /// A patch may have a third of the bytes of the version at the bottom, and always so many.
    private static let freeBytes: Int64 = 64 << 10

    init(store: Store, cache: SignatureCache) {
        self.store = store
        self.cache = cache
    }

    /// The key of the signatures.
    package var key: SignatureKey { cache.key }

    /// What a new version of this content may be made from, and how many bytes such a patch may have; `nil` if the
    /// content is not in the store, or only where nothing may lean on it.
    ///
    /// - Throws: What reading the catalog or the old content throws.
    package func base(for content: Digest) throws -> (base: PatchBase, limit: Int64)? {
        var chain = [content]
        while true {
            guard let place = try store.place(of: chain[chain.count - 1])?.place else {
                return nil
            }
            guard place.form == .patch, let next = place.base else {
                let limit = max(Self.freeBytes, place.packed / 3)
                // Where there are too many layers, the new one changes a low one.
                let chosen =
                    chain.count > Self.largestDepth
                    ? chain[chain.count - 1 - Self.keptDepth] : content
                return (try base(chosen), limit)
            }
            guard chain.count <= 4 * Self.largestDepth else { return nil }
            chain.append(next)
        }
    }

    /// Keeps the signatures that a published snapshot brought, and drops those of the versions that they follow.
    package func keep(
        _ signatures: [Digest: BlockSignatures], following predecessors: some Sequence<Digest>
    ) {
        for (content, signatures) in signatures { cache.save(signatures, of: content) }
        for content in predecessors where signatures[content] == nil { cache.forget(content) }
    }

    /// Drops signatures that were not used for long.
    package func trim() {
        cache.trim(now: WallClock.now())
    }

    private func base(_ content: Digest) throws -> PatchBase {
        let bytes = try store.objects.contentBytes(of: content)
        if let signatures = cache.load(content), signatures.size == bytes.size {
            return PatchBase(content: content, signatures: signatures, bytes: bytes)
        }
        let made = try BlockSignatures.of(bytes, key: key)
        return PatchBase(content: content, signatures: made, bytes: bytes)
    }
}

extension Store {
    /// What lets new versions of large files be patches; `nil` in a store that is only read.
    package func patching() -> StorePatching? {
        settings.map { settings in
            StorePatching(
                store: self, cache: SignatureCache(cache: settings.places.cache, store: uuid))
        }
    }
}
