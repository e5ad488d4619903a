package import SnapshotModel

/// The zips and the snapshots they are.
extension Catalog {
    /// Every snapshot the catalog knows, by number.
    package func snapshots() throws(CatalogError) -> [CatalogSnapshot] {
        var found = [CatalogSnapshot]()
        try statement(
            """
            SELECT number, record, name, expired, size, ino, mtime, mtime_ns FROM snapshot
            JOIN zip ON zip.id = snapshot.zip ORDER BY number
            """
        ).forEach([]) { row in
            found.append(
                CatalogSnapshot(
                    number: Int(row.integer(0)),
                    zip: CatalogZip(
                        name: row.blob(2), isExpired: row.integer(3) != 0, size: row.integer(4),
                        inode: UInt64(bitPattern: row.integer(5)),
                        modified: EntryColumns.time(in: row, at: 6)),
                    record: row.blob(1)))
        }
        return found
    }

    /// Records that a zip moved to `expired/` or back; contents are not taken from an expired one.
    ///
    /// Returns the contents that lost their place.
    package func move(zip name: [UInt8], toExpired: Bool) throws -> [Digest] {
        try transaction {
            guard let zip = try zipNumber(name) else { return [] }
            try statement("UPDATE zip SET expired = ? WHERE id = ?")
                .run([.number(toExpired ? 1 : 0), .integer(zip)])
            return toExpired ? try dropContents(of: zip) : []
        }
    }

    /// Forgets a zip that is gone, with its snapshot and the places of its contents.
    ///
    /// Returns the contents that lost their place.
    package func forget(zip name: [UInt8]) throws -> [Digest] {
        try transaction {
            guard let zip = try zipNumber(name) else { return [] }
            let dropped = try dropContents(of: zip)
            try statement("DELETE FROM snapshot WHERE zip = ?").run([.integer(zip)])
            try statement("DELETE FROM zip WHERE id = ?").run([.integer(zip)])
            return dropped
        }
    }

    /// Adds a snapshot and its zip.
    func add(_ snapshot: CatalogSnapshot) throws(CatalogError) {
        let zip = snapshot.zip
        try statement(
            """
            INSERT OR REPLACE INTO zip(name, expired, size, ino, mtime, mtime_ns)
            VALUES(?, ?, ?, ?, ?, ?)
            """
        ).run([
            .blob(zip.name), .number(zip.isExpired ? 1 : 0), .integer(zip.size), .bits(zip.inode),
            .integer(zip.modified.seconds), .number(zip.modified.nanoseconds),
        ])
        guard let number = try zipNumber(zip.name) else {
            throw EntryColumns.damage("a zip was not added")
        }
        try statement("INSERT OR REPLACE INTO snapshot(number, zip, record) VALUES(?, ?, ?)")
            .run([.number(snapshot.number), .integer(number), .blob(snapshot.record)])
    }

    /// The row of a zip.
    func zipNumber(_ name: [UInt8]) throws(CatalogError) -> Int64? {
        try statement("SELECT id FROM zip WHERE name = ?")
            .first([.blob(name)]) { row in row.integer(0) }
    }

    private func dropContents(of zip: Int64) throws(CatalogError) -> [Digest] {
        var dropped = [Digest]()
        try statement("DELETE FROM content WHERE zip = ? RETURNING hash")
            .forEach([.integer(zip)]) { row in
                if let digest = Digest(row.blob(0)) { dropped.append(digest) }
            }
        return dropped
    }
}
