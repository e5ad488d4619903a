package import SnapshotModel

/// Where contents lie.
extension Catalog {
    /// A place to take a content from: good, in a zip that is neither expired nor gone.
    package func place(of digest: Digest) throws(CatalogError) -> CatalogContent? {
        try statement(
            """
            SELECT name, header, packed, plain, method FROM content
            JOIN zip ON zip.id = content.zip WHERE hash = ? AND state = 0 AND expired = 0
            """
        ).first([.blob(digest.bytes)]) { row in
            CatalogContent(
                digest: digest, zip: row.blob(0), headerOffset: row.integer(1),
                packed: row.integer(2), plain: row.integer(3),
                method: UInt16(truncatingIfNeeded: row.integer(4)))
        }
    }

    /// Says how much the place of a content is to be trusted from now on.
    package func mark(_ digest: Digest, _ state: ContentState) throws(CatalogError) {
        try statement("UPDATE content SET state = ? WHERE hash = ?")
            .run([.number(state.rawValue), .blob(digest.bytes)])
    }

    /// The contents whose place is bad, and that are to be taken from the live tree again.
    package func badContents() throws(CatalogError) -> Set<Digest> {
        var bad: Set<Digest> = []
        try statement("SELECT hash FROM content WHERE state = ?")
            .forEach([.number(ContentState.bad.rawValue)]) { row in
                if let digest = Digest(row.blob(0)) { bad.insert(digest) }
            }
        return bad
    }

    /// Adds the contents of a zip; a good place that is known already stays.
    package func add(_ contents: [CatalogContent], of zip: [UInt8]) throws {
        guard !contents.isEmpty else { return }
        try transaction {
            guard let zip = try zipNumber(zip) else {
                throw EntryColumns.damage("contents of an unknown zip")
            }
            let insert = try statement(
                """
                INSERT INTO content VALUES(?, ?, ?, ?, ?, ?, ?) ON CONFLICT(hash) DO UPDATE
                SET zip = excluded.zip, header = excluded.header, packed = excluded.packed,
                plain = excluded.plain, method = excluded.method, state = excluded.state
                WHERE state != 0
                """)
            for content in contents {
                try insert.run([
                    .blob(content.digest.bytes), .integer(zip), .integer(content.headerOffset),
                    .integer(content.packed), .integer(content.plain), .number(content.method),
                    .number(content.state.rawValue),
                ])
            }
        }
    }

    /// How many contents have a place.
    package func contentCount() throws(CatalogError) -> Int {
        try statement("SELECT count(*) FROM content").first([]) { row in Int(row.integer(0)) } ?? 0
    }
}
