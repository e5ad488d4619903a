internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
package import SnapshotModel
internal import Synchronization

/// Finding copies of objects, and learning which are no good.
extension StoreObjects {
    /// Where objects are looked for, the quickest first.
    enum Source: CaseIterable {
        case own, catalog, index
    }

    /// Runs `body` with a copy of an object; if it fails, with another one, until one succeeds.
    ///
    /// `isProof` says that `body` reads the whole object and compares it with its digest.
    func withEachCopy<Result>(
        of object: Digest, isProof: Bool = false, _ body: (FoundObject) throws -> Result
    ) throws -> Result {
        var first: (any Error)?
        // What keeps a zip from being read hides whether it has the object.
        var hidden: UserError?
        var hasFailed = false
        func attempt(_ found: FoundObject) throws -> Result? {
            let key = found.key(object)
            while !avoided.withLock({ $0.contains(key) }) {
                do {
                    let result = try body(found)
                    if isProof, hasFailed { prefer(found, for: object) }
                    return result
                } catch let stopped as ContentDelivery.ReaderStopped {
                    throw stopped
                } catch is LayerAvoided {
                    continue
                } catch let failure as NoOtherCopyHelps {
                    if let obstacle = failure.obstacle { throw obstacle }
                    if !failure.isItselfGood { avoid(found, object) }
                    throw Self.damage(object, why: "a damaged copy was read first")
                } catch {
                    if let obstacle = obstacle(in: error) {
                        hidden = hidden ?? obstacle
                        break
                    }
                    avoid(found, object)
                    first = first ?? Self.explained(error, object)
                }
            }
            hasFailed = true
            return nil
        }
        var isKnown = false
        for source in Source.allCases {
            guard let found = candidate(source, object, noting: &first, &hidden) else { continue }
            isKnown = true
            if let result = try attempt(found) { return result }
        }
        // The index knows one copy of each object; where that is bad, all zips are asked.
        if isKnown {
            for name in try pool.names() {
                let known: (zip: OpenZip, place: ObjectPlace)?
                do throws(UserError) {
                    known = try ifReadable {
                        guard let zip = try pool.zip(named: name),
                            let place = try zip.archive().place(of: object)
                        else { return nil }
                        return (zip, place)
                    }
                } catch {
                    hidden = hidden ?? error
                    continue
                }
                guard let (zip, place) = known else { continue }
                let found = FoundObject(zip: zip, place: place, isListed: true)
                if let result = try attempt(found) { return result }
            }
        }
        if hidden == nil { pool.damage.meet(.object(object)) }
        throw hidden ?? first ?? Self.damage(object, why: Self.absence)
    }

    private func candidate(
        _ source: Source, _ object: Digest, noting first: inout (any Error)?,
        _ hidden: inout UserError?
    ) -> FoundObject? {
        do throws(UserError) {
            return try candidate(source, object)
        } catch {
            // One zip may be damaged where others are not.
            if error.obstacle != nil { hidden = hidden ?? error }
            first = first ?? error
            return nil
        }
    }

    func candidate(
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
            guard let row, let zip = try pool.zip(named: row.zip) else { return nil }
            return FoundObject(zip: zip, place: row.place, isListed: false)
        case .index:
            guard let known = try index.place(of: object),
                let zip = try pool.zip(named: known.zip)
            else { return nil }
            return FoundObject(zip: zip, place: known.place, isListed: false)
        }
    }

    func avoid(_ found: FoundObject, _ object: Digest) {
        avoided.withLock { _ = $0.insert(found.key(object)) }
        pool.damage.meet(.object(object))
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

    static func explained(_ error: any Error, _ object: Digest) -> any Error {
        (error as? PatchError).map { damage(object, why: $0.description) } ?? error
    }

    private static let absence = "no zip of the store has it"

    /// Whether an error says that no zip has an object, damaged or not.
    package static func isAbsence(_ error: UserError) -> Bool {
        error.code == .damaged && error.why == absence
    }

    static func damage(_ object: Digest, why: String) -> UserError {
        UserError(
            .damaged, "\(object.hexadecimal) cannot be read from the store", why: why,
            remedy: "snapctl verify")
    }
}
