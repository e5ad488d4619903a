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
    private let catalog: Monitor<CatalogHolder>
    private let index: ObjectIndex
    /// The snapshot's own zip, which is looked into first.
    private let own: OpenZip?
    private let avoided = Mutex<Set<FoundObject.Key>>([])

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
            return try withEachCopy(of: tree) { found in
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
                try withEachCopy(of: content) { found in
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
            try read(content, found) { bytes.append($0) }
            return try delivery.take(bytes.span)
        }
        do {
            try read(content, found) { try delivery.take($0) }
        } catch let stopped as ContentDelivery.ReaderStopped {
            throw stopped
        } catch {
            do {
                try delivery.prepareForAnother { try self.read(content, found, $0) }
            } catch {
                throw NoOtherCopyHelps(content: content)
            }
            throw error
        }
    }

    /// What was handed out is wrong, so that its reader must begin anew.
    private struct NoOtherCopyHelps: Error {
        let content: Digest
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

extension StoreObjects {
    /// Where objects are looked for, the quickest first.
    private enum Source: CaseIterable {
        case own, catalog, index
    }

    /// Runs `body` with a copy of an object; if it fails, with another one, until one succeeds.
    func withEachCopy<Result>(
        of object: Digest, _ body: (FoundObject) throws -> Result
    ) throws -> Result {
        var first: (any Error)?
        func attempt(_ found: FoundObject) throws -> Result? {
            let key = found.key(object)
            if avoided.withLock({ $0.contains(key) }) { return nil }
            do {
                let result = try body(found)
                if first != nil { prefer(found, for: object) }
                return result
            } catch let stopped as ContentDelivery.ReaderStopped {
                throw stopped
            } catch {
                avoid(found, object)
                if let failure = error as? NoOtherCopyHelps {
                    throw Self.damage(failure.content, why: "a damaged copy was read first")
                }
                first = first ?? error
                return nil
            }
        }
        var isKnown = false
        for source in Source.allCases {
            guard let found = candidate(source, object, noting: &first) else { continue }
            isKnown = true
            if let result = try attempt(found) { return result }
        }
        // The index knows one copy of each object; where that is bad, all zips are asked.
        if isKnown {
            for name in try pool.names() {
                guard let zip = try? pool.zip(named: name),
                    let place = try? zip.archive().place(of: object)
                else { continue }
                let found = FoundObject(zip: zip, place: place, isListed: true)
                if let result = try attempt(found) { return result }
            }
        }
        throw first ?? Self.damage(object, why: "no zip of the store has it")
    }

    private func candidate(
        _ source: Source, _ object: Digest, noting first: inout (any Error)?
    ) -> FoundObject? {
        do throws(UserError) {
            return try candidate(source, object)
        } catch {
            // One zip may be damaged where others are not.
            first = first ?? error
            return nil
        }
    }

    private func candidate(
        _ source: Source, _ object: Digest
    ) throws(UserError) -> FoundObject? {
        switch source {
        case .own:
            guard let own, let place = try own.archive().place(of: object) else { return nil }
            return FoundObject(zip: own, place: place, isListed: true)
        case .catalog:
            // A catalog that cannot be used is as good as none.
            let row = catalog.read { holder in
                (try? holder.catalog?.readablePlace(of: object))?.object
            }
            guard let row, let place = row.place,
                let zip = try pool.zip(named: row.zip)
            else { return nil }
            return FoundObject(zip: zip, place: place, isListed: false)
        case .index:
            guard let known = try index.place(of: object),
                let zip = try pool.zip(named: known.zip)
            else { return nil }
            return FoundObject(zip: zip, place: known.place, isListed: false)
        }
    }

    private func avoid(_ found: FoundObject, _ object: Digest) {
        avoided.withLock { _ = $0.insert(found.key(object)) }
        catalog.read { holder in
            guard let catalog = holder.catalog,
                let known = try? catalog.readablePlace(of: object),
                known.object.zip == found.zip.name
            else { return }
            // A catalog that cannot be written is made anew by those who use it next.
            try? catalog.mark(object, .bad)
        }
    }

    /// Lets the catalog know a copy that was read whole after another one was not.
    private func prefer(_ found: FoundObject, for object: Digest) {
        let row = CatalogObject(
            PlacedObject(digest: object, place: found.place), in: found.zip.name)
        catalog.read { holder in
            try? holder.catalog?.add([row], of: found.zip.name, replacing: true)
        }
    }

    static func damage(_ object: Digest, why: String) -> UserError {
        UserError(
            .damaged, "\(object.hexadecimal) cannot be read from the store", why: why,
            remedy: "snapctl verify")
    }
}
