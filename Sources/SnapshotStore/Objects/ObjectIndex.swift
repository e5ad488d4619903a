internal import SnapshotArchive
internal import SnapshotModel
internal import Synchronization

/// Where the objects of all zips lie, for those who have no catalog or find it wrong.
///
/// It is made when it is first asked, and knows one place of each object: in the newest zip that has it.
final class ObjectIndex: Sendable {
    private let pool: ZipPool
    private let state = Mutex(State())

    /// A place without what most places do not have, since there may be millions.
    struct CompactPlace {
        var offset: Int64
        var packed: Int64
        var plain: Int64
        var zip: Int32
        var form: ObjectForm
        var method: PackingMethod
    }

    struct State {
        var zips: [[UInt8]] = []
        var seen: Set<[UInt8]> = []
        var places: [Digest: CompactPlace] = [:]
        var bases: [Digest: Digest] = [:]
    }

    init(_ pool: ZipPool) {
        self.pool = pool
    }

    /// The zip that has an object and the place there, `nil` if none has it.
    func place(of object: Digest) throws(UserError) -> (zip: [UInt8], place: ObjectPlace)? {
        try state.withLock { state throws(UserError) in
            if let known = state.place(of: object) { return known }
            var obstacle: UserError?
            let isNew = try state.refresh(pool, noting: &obstacle)
            if isNew, let known = state.place(of: object) { return known }
            // It may lie in a zip that could not be looked into.
            if let obstacle { throw obstacle }
            return nil
        }
    }

    /// Has all zips be looked at again: one that came may have what was not to be found.
    func forgetAll() {
        state.withLock { $0 = State() }
    }

    /// Forgets the places in a zip that is another one now.
    func forget(_ zip: [UInt8]) {
        state.withLock { $0.forget(zip) }
    }
}

extension ObjectIndex.State {
    mutating func forget(_ zip: [UInt8]) {
        guard seen.contains(zip) else { return }
        let numbers = Set(zips.indices.filter { zips[$0] == zip }.map { Int32($0) })
        places = places.filter { !numbers.contains($0.value.zip) }
        // Another zip may have what was only known from there.
        seen.removeAll()
    }

    func place(of object: Digest) -> (zip: [UInt8], place: ObjectPlace)? {
        guard let compact = places[object] else { return nil }
        let place = ObjectPlace(
            form: compact.form, offset: compact.offset, packed: compact.packed,
            plain: compact.plain, method: compact.method, base: bases[object])
        return (zips[Int(compact.zip)], place)
    }

    /// Takes in the zips that are new, but for those that something keeps from being read now; whether there were any.
    mutating func refresh(
        _ pool: ZipPool, noting obstacle: inout UserError?
    ) throws(UserError) -> Bool {
        var isNew = false
        for name in try pool.names() where seen.insert(name).inserted {
            // A zip that is gone or damaged has nothing to offer; who needs it says so.
            let found: [PlacedObject]?
            do throws(UserError) {
                found = try ifReadable { try pool.zip(named: name)?.archive().objects() }
            } catch {
                obstacle = obstacle ?? error
                seen.remove(name)
                continue
            }
            guard let objects = found else { continue }
            isNew = true
            let zip = Int32(zips.count)
            zips.append(name)
            for object in objects where places[object.digest] == nil {
                let place = object.place
                places[object.digest] = ObjectIndex.CompactPlace(
                    offset: place.offset, packed: place.packed, plain: place.plain, zip: zip,
                    form: place.form, method: place.method)
                if let base = place.base { bases[object.digest] = base }
            }
        }
        return isNew
    }
}
