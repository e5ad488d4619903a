package import SnapshotModel

/// The zips and the snapshots they are.
extension Catalog {
    /// Every snapshot the catalog knows, by number.
    package func snapshots() throws(CatalogError) -> [CatalogSnapshot] {
        var found = [CatalogSnapshot]()
        try statement(
            """
            SELECT number, record, name, folder, size, ino, mtime, mtime_ns FROM snapshot
            JOIN zip ON zip.id = snapshot.zip ORDER BY number
            """
        ).forEach([]) { row in
            found.append(
                CatalogSnapshot(
                    number: Int(row.integer(0)), zip: Self.zip(in: row, at: 2),
                    record: row.blob(1)))
        }
        return found
    }

    /// The zips that are no snapshots, or no longer, but hold objects.
    package func contentZips() throws(CatalogError) -> [CatalogZip] {
        var found = [CatalogZip]()
        try statement(
            """
            SELECT name, folder, size, ino, mtime, mtime_ns FROM zip
            WHERE NOT EXISTS(SELECT 1 FROM snapshot WHERE snapshot.zip = zip.id) ORDER BY name
            """
        ).forEach([]) { row in found.append(Self.zip(in: row, at: 0)) }
        return found
    }

    /// Adds a zip, or takes over how it looks now, with what it holds.
    package func add(_ zip: CatalogZip, objects: [CatalogObject]) throws {
        try transaction {
            _ = try add(zip)
            try add(objects, of: zip.name)
        }
    }

    /// Records in which directory a zip lies now; new snapshots do not lean on an expired one.
    ///
    /// Returns the objects that lost the place that new snapshots could lean on.
    package func move(zip name: [UInt8], to place: ZipPlace) throws -> [LostObject] {
        try transaction {
            guard let zip = try zipNumber(name) else { return [] }
            let lost = place == .expired ? try usableObjects(in: zip) : []
            try statement("UPDATE zip SET folder = ? WHERE id = ?")
                .run([.number(place.rawValue), .integer(zip)])
            return lost
        }
    }

    /// Forgets that a zip is a snapshot, because nobody can ask for it any more; its objects stay.
    package func retire(zip name: [UInt8]) throws {
        try statement("DELETE FROM snapshot WHERE zip = (SELECT id FROM zip WHERE name = ?)")
            .run([.blob(name)])
    }

    /// Keeps the record of a snapshot whose zip cannot be read any more.
    package func remember(_ record: [UInt8], of zip: [UInt8]) throws(CatalogError) {
        try statement("INSERT OR REPLACE INTO remembered VALUES(?, ?)")
            .run([.blob(zip), .blob(record)])
    }

    /// The records that snapshots' zips had when they could be read last.
    package func rememberedRecords() throws(CatalogError) -> [(zip: [UInt8], record: [UInt8])] {
        var found: [(zip: [UInt8], record: [UInt8])] = []
        try statement("SELECT name, record FROM remembered").forEach([]) { row in
            found.append((row.blob(0), row.blob(1)))
        }
        return found
    }

    /// The record that a snapshot's zip had when it could be read last.
    package func rememberedRecord(of zip: [UInt8]) throws(CatalogError) -> [UInt8]? {
        try statement("SELECT record FROM remembered WHERE name = ?")
            .first([.blob(zip)]) { row in row.blob(0) }
    }

    /// Forgets a zip that is gone, with its snapshot and the places of its objects.
    ///
    /// Returns the objects that lost the place that new snapshots could lean on.
    package func forget(zip name: [UInt8]) throws -> [LostObject] {
        try transaction {
            guard let zip = try zipNumber(name) else { return [] }
            let lost = try usableObjects(in: zip)
            try statement("DELETE FROM object WHERE zip = ?").run([.integer(zip)])
            try statement("DELETE FROM snapshot WHERE zip = ?").run([.integer(zip)])
            try statement("DELETE FROM zip WHERE id = ?").run([.integer(zip)])
            return lost
        }
    }

    /// Takes over a zip that was made anew under its name, with all that it holds.
    package func replace(_ zip: CatalogZip, objects: [CatalogObject]) throws {
        try transaction {
            let number = try add(zip)
            try statement("DELETE FROM object WHERE zip = ?").run([.integer(number)])
            try add(objects, of: zip.name, replacing: true)
        }
    }

    /// Whether new snapshots may lean on a zip.
    package func isUsable(zip name: [UInt8]) throws(CatalogError) -> Bool {
        try statement("SELECT folder FROM zip WHERE name = ?").first([.blob(name)]) { row in
            row.integer(0) != Int64(ZipPlace.expired.rawValue)
        } ?? false
    }

    /// Adds a snapshot and its zip.
    func add(_ snapshot: CatalogSnapshot) throws(CatalogError) {
        let zip = try add(snapshot.zip)
        try statement("INSERT OR REPLACE INTO snapshot(number, zip, record) VALUES(?, ?, ?)")
            .run([.number(snapshot.number), .integer(zip), .blob(snapshot.record)])
        try statement("DELETE FROM remembered WHERE name = ?").run([.blob(snapshot.zip.name)])
    }

    /// The row of a zip.
    func zipNumber(_ name: [UInt8]) throws(CatalogError) -> Int64? {
        try statement("SELECT id FROM zip WHERE name = ?")
            .first([.blob(name)]) { row in row.integer(0) }
    }

    private func add(_ zip: CatalogZip) throws(CatalogError) -> Int64 {
        let number = try statement(
            """
            INSERT INTO zip(name, folder, size, ino, mtime, mtime_ns) VALUES(?, ?, ?, ?, ?, ?)
            ON CONFLICT(name) DO UPDATE SET folder = excluded.folder, size = excluded.size,
            ino = excluded.ino, mtime = excluded.mtime, mtime_ns = excluded.mtime_ns
            RETURNING id
            """
        ).first([
            .blob(zip.name), .number(zip.place.rawValue), .integer(zip.size), .bits(zip.inode),
            .integer(zip.modified.seconds), .number(zip.modified.nanoseconds),
        ]) { row in row.integer(0) }
        guard let number else { throw EntryColumns.damage("a zip was not added") }
        return number
    }

    private func usableObjects(in zip: Int64) throws(CatalogError) -> [LostObject] {
        var found = [LostObject]()
        try statement(
            """
            SELECT hash, form FROM object JOIN zip ON zip.id = object.zip
            WHERE object.zip = ? AND folder != \(ZipPlace.expired.rawValue)
            """
        ).forEach([.integer(zip)]) { row in
            guard let digest = Digest(row.blob(0)) else { return }
            let isTree = row.integer(1) == Int64(ObjectForm.tree.rawValue)
            found.append(LostObject(digest: digest, isTree: isTree))
        }
        return found
    }

    private static func zip(in row: Statement, at column: Int32) -> CatalogZip {
        CatalogZip(
            name: row.blob(column),
            place: ZipPlace(rawValue: UInt8(truncatingIfNeeded: row.integer(column + 1)))
                ?? .expired,
            size: row.integer(column + 2), inode: UInt64(bitPattern: row.integer(column + 3)),
            modified: EntryColumns.time(in: row, at: column + 4))
    }
}
