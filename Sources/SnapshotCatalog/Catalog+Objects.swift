package import SnapshotModel

/// Where contents and tree objects lie.
extension Catalog {
    /// A place that new snapshots may lean on: good, in a zip that is neither expired nor gone.
    ///
    /// If a patch lies there, the same is true of all that it changes.
    package func place(of digest: Digest) throws(CatalogError) -> CatalogObject? {
        guard let (object, folder) = try readablePlace(of: digest), object.state == .good,
            folder != .expired
        else { return nil }
        guard let base = object.place.base else { return object }
        return try holds(base) ? object : nil
    }

    /// Whether new snapshots may lean on an object that is in the store.
    package func holds(_ digest: Digest) throws(CatalogError) -> Bool {
        try statement(
            """
            SELECT 1 FROM object JOIN zip ON zip.id = object.zip
            WHERE hash = ? AND \(BaseChain.isUsable)
            """
        ).first([.blob(digest.bytes)]) { _ in true } ?? false
    }

    /// A place to read an object from, be it one that nothing new may lean on.
    package func readablePlace(
        of digest: Digest
    ) throws(CatalogError) -> (object: CatalogObject, folder: ZipPlace)? {
        try statement(
            "SELECT \(ObjectColumns.names) FROM object JOIN zip ON zip.id = object.zip WHERE hash = ?"
        ).first([.blob(digest.bytes)]) { row throws(CatalogError) in
            (
                try ObjectColumns.object(digest, in: row),
                ZipPlace(rawValue: UInt8(truncatingIfNeeded: row.integer(1))) ?? .expired
            )
        }
    }

    /// Says how much the place of an object is to be trusted from now on.
    package func mark(_ digest: Digest, _ state: ObjectState) throws(CatalogError) {
        try statement("UPDATE object SET state = ? WHERE hash = ?")
            .run([.number(state.rawValue), .blob(digest.bytes)])
        guard state == .bad else { return }
        try statement("INSERT OR IGNORE INTO suspect VALUES(?)").run([.blob(digest.bytes)])
    }

    /// Says how much all places in a zip are to be trusted from now on; bad ones stay bad.
    package func mark(zip name: [UInt8], _ state: ObjectState) throws(CatalogError) {
        guard let zip = try zipNumber(name) else { return }
        try statement("UPDATE object SET state = ?1 WHERE zip = ?2 AND state != ?3")
            .run([.number(state.rawValue), .integer(zip), .number(ObjectState.bad.rawValue)])
    }

    /// The objects of which some zip has a bad copy, and that are to be taken from the live tree again.
    package func badObjects() throws(CatalogError) -> Set<Digest> {
        var bad: Set<Digest> = []
        // As a literal, so that the index of just those is used.
        try statement(
            """
            SELECT hash FROM object WHERE state = \(ObjectState.bad.rawValue)
            UNION SELECT hash FROM suspect
            """
        ).forEach([]) { row in
            if let digest = Digest(row.blob(0)) { bad.insert(digest) }
        }
        return bad
    }

    /// Notes contents that are to be taken from the live tree again, because no zip has them any more.
    package func suspect(_ digests: Set<Digest>) throws(CatalogError) {
        for digest in digests {
            try statement("INSERT OR IGNORE INTO suspect VALUES(?)").run([.blob(digest.bytes)])
        }
    }

    /// Forgets that objects are to be taken from the live tree, once that was done as far as they were there.
    ///
    /// Places that are bad still are of no use to new snapshots.
    package func settle(_ digests: Set<Digest>) throws(CatalogError) {
        for digest in digests {
            try statement("DELETE FROM suspect WHERE hash = ?").run([.blob(digest.bytes)])
            try statement("UPDATE object SET state = ? WHERE hash = ? AND state = ?").run([
                .number(ObjectState.doomed.rawValue), .blob(digest.bytes),
                .number(ObjectState.bad.rawValue),
            ])
        }
    }

    /// The objects whose known place is in a zip, in the order in which they lie there.
    package func objects(in name: [UInt8]) throws(CatalogError) -> [CatalogObject] {
        guard let zip = try zipNumber(name) else { return [] }
        var found = [CatalogObject]()
        try statement(
            """
            SELECT \(ObjectColumns.names), hash FROM object JOIN zip ON zip.id = object.zip
            WHERE object.zip = ? ORDER BY object.place
            """
        ).forEach([.integer(zip)]) { row throws(CatalogError) in
            guard let digest = Digest(row.blob(9)) else { return }
            found.append(try ObjectColumns.object(digest, in: row))
        }
        return found
    }

    /// Adds the objects of a zip.
    ///
    /// A place that is known already stays if new snapshots may lean on it, unless `replacing` says that the new one
    /// is to be preferred.
    package func add(
        _ objects: [CatalogObject], of zip: [UInt8], replacing: Bool = false
    ) throws {
        guard !objects.isEmpty else { return }
        try transaction {
            guard let zip = try zipNumber(zip) else {
                throw EntryColumns.damage("objects of an unknown zip")
            }
            let insert = try statement(replacing ? Self.upsert : Self.insert)
            // In the order of the key a million rows take half the time.
            for object in objects.sorted(by: { $0.digest < $1.digest }) {
                try insert.run(ObjectColumns.values(of: object, in: zip))
            }
        }
    }

    /// How many contents and tree objects have a place in a zip that is not expired.
    package func objectCount() throws(CatalogError) -> Int {
        try statement(
            """
            SELECT count(*) FROM object JOIN zip ON zip.id = object.zip
            WHERE folder != \(ZipPlace.expired.rawValue)
            """
        ).first([]) { row in Int(row.integer(0)) } ?? 0
    }

    private static let upsert = """
        INSERT INTO object(hash, form, zip, place, packed, plain, method, state, base)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(hash) DO UPDATE
        SET form = excluded.form, zip = excluded.zip, place = excluded.place,
        packed = excluded.packed, plain = excluded.plain, method = excluded.method,
        state = excluded.state, base = excluded.base
        """

    private static let insert =
        upsert + """
             WHERE state != 0 OR
            (SELECT folder FROM zip WHERE id = object.zip) = \(ZipPlace.expired.rawValue)
            OR NOT \(BaseChain.isWhole)
            """
}
