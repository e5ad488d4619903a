internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
package import SnapshotModel
internal import Synchronization

/// Finds and reads whatever the zips of a store hold, for one snapshot or for all.
///
/// Any number of threads may use it at once. Nothing is handed out as good that does not have its digest. A copy that
/// cannot be read is avoided from then on, marked in the catalog, and another one is looked for in all zips.
package final class StoreObjects: TreeSource, ContentResolver, StoredObjects {
    let pool: ZipPool
    let catalog: Monitor<CatalogHolder>
    let index: ObjectIndex
    /// The snapshot's own zip, which is looked into first.
    let own: OpenZip?
    let avoided = Mutex<Set<FoundObject.Key>>([])

    /// Contents up to this size are read whole before the first byte is handed out.
    private static let wholeLimit: Int64 = 1 << 20

    init(
        pool: ZipPool, catalog: Monitor<CatalogHolder>, index: ObjectIndex, own: OpenZip? = nil
    ) {
        self.pool = pool
        self.catalog = catalog
        self.index = index
        self.own = own
    }

    /// The text of a tree object, checked against its digest; throws `damaged` if no zip has it whole.
    package func treeObject(_ tree: Digest) throws(UserError) -> [UInt8] {
        do {
            return try withEachCopy(of: tree, isProof: true) { found in
                // A file may have the very text of a tree as its content.
                var text = [UInt8]()
                try found.read(tree) { text.append($0) }
                return text
            }
        } catch let error as UserError {
            throw error
        } catch {
            throw Self.damage(tree, why: "\(error)")
        }
    }

    /// Gives `body` the content in order, part by part, and throws if no zip has it whole.
    ///
    /// That it is whole is known at the end only: what was done with the parts counts after this returns. After an
    /// error another call may succeed, since it does not begin with the copy that failed.
    package func readContent(
        _ content: Digest, _ body: (Span<UInt8>) throws -> Void
    ) throws {
        try withoutActuallyEscaping(body) { body in
            let delivery = ContentDelivery(body)
            do {
                try withEachCopy(of: content, isProof: true) { found in
                    try deliver(content, found, delivery)
                }
            } catch let stopped as ContentDelivery.ReaderStopped {
                throw stopped.cause
            }
        }
    }

    /// Whether a zip of the store has an object, as far as one can know without reading it.
    package func has(_ object: Digest) throws(UserError) -> Bool {
        for source in Source.allCases {
            if try candidate(source, object) != nil { return true }
        }
        return false
    }

    /// Whether a new snapshot may lean on an object: it lies whole in a zip that is neither expired nor to go.
    ///
    /// - Throws: What reading the catalog throws; a store without one holds nothing to lean on.
    package func holds(_ object: Digest) throws -> Bool {
        try catalog.read { holder in try holder.catalog?.holds(object) ?? false }
    }

    private func deliver(
        _ content: Digest, _ found: FoundObject, _ delivery: ContentDelivery
    ) throws {
        if found.place.plain <= Self.wholeLimit {
            var bytes = [UInt8]()
            do {
                try read(content, found) { bytes.append($0) }
            } catch {
                if try isLayerAvoided(content, found) { throw LayerAvoided() }
                throw error
            }
            do {
                return try delivery.take(bytes.span)
            } catch is ContentDelivery.Differs {
                throw NoOtherCopyHelps(isItselfGood: true)
            }
        }
        do {
            try read(content, found) { try delivery.take($0) }
        } catch let stopped as ContentDelivery.ReaderStopped {
            throw stopped
        } catch is ContentDelivery.Differs {
            throw NoOtherCopyHelps(isItselfGood: true)
        } catch {
            do {
                try delivery.prepareForAnother { try self.read(content, found, $0) }
            } catch {
                if let obstacle = obstacle(in: error) {
                    throw NoOtherCopyHelps(isItselfGood: true, obstacle: obstacle)
                }
                let isBelow = (try? isLayerAvoided(content, found)) == true
                throw NoOtherCopyHelps(isItselfGood: isBelow)
            }
            if try isLayerAvoided(content, found) { throw LayerAvoided() }
            throw error
        }
    }

    func isLayerAvoided(_ content: Digest, _ found: FoundObject) throws -> Bool {
        guard found.place.form == .patch else { return false }
        return try avoidsDamage(below: content, found)
    }

    /// What was handed out is wrong, so that its reader must begin anew.
    struct NoOtherCopyHelps: Error {
        let isItselfGood: Bool
        var obstacle: UserError?
    }

    func read(
        _ content: Digest, _ found: FoundObject, _ body: (Span<UInt8>) throws -> Void
    ) throws {
        if found.place.form == .patch {
            try readPatched(content, found, body)
        } else {
            try found.read(content, body)
        }
    }
}
