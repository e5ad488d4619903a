package import SnapshotModel

/// Changes of parts of a later snapshot that is still being made: they wait beside the live state, which stays that of
/// the newest snapshot until the one to come is committed.
extension Catalog {
    /// Keeps the changes of a part; a later change of the same path takes the place of an earlier one.
    ///
    /// `scanned` is when the scan began that found them.
    package func keep(_ changes: [CatalogChange], scanned: FileTime) throws {
        try transaction {
            for change in changes {
                switch change {
                case .put(let known, let path):
                    try statement(
                        """
                        INSERT OR REPLACE INTO kept(path, \(EntryColumns.names), scan, scan_ns)
                        VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """
                    ).run(
                        [.blob(path.bytes)] + EntryColumns.values(of: known) + [
                            .integer(scanned.seconds), .number(scanned.nanoseconds),
                        ])
                case .remove(let path):
                    try statement("INSERT OR REPLACE INTO kept(path) VALUES(?)")
                        .run([.blob(path.bytes)])
                }
            }
        }
    }

    /// Whether the parts kept a change of a path.
    package func hasKept(_ path: BytePath) throws(CatalogError) -> Bool {
        try statement("SELECT 1 FROM kept WHERE path = ?").first([.blob(path.bytes)]) { _ in true }
            ?? false
    }

    /// What the parts kept at a path; `nil` if they kept nothing, or that it is gone.
    package func keptEntry(at path: BytePath) throws(CatalogError) -> KnownEntry? {
        try statement(
            "SELECT \(EntryColumns.names) FROM kept WHERE path = ? AND kind IS NOT NULL"
        ).first([.blob(path.bytes)]) { row throws(CatalogError) in
            try EntryColumns.entry(named: path.name, in: row, at: 0)
        }
    }

    /// Has the tree be as the newest snapshot has it after all: the states of its inodes are taken over.
    package func settleKept() throws {
        try transaction {
            try eachKept { change throws(CatalogError) in
                guard case .put(let known, let path) = change, let node = try node(at: path),
                    let before = try live(node, named: path.name),
                    before.entry == known.entry, before.identity != known.identity
                else { return }
                try set(known.identity, of: node)
            }
            try clear("kept")
        }
    }

    /// Gives up what was kept: no snapshot came of it.
    ///
    /// What was read of whole files is known to the next one.
    package func retireKept() throws {
        guard try holdsAny("kept") else { return }
        try transaction {
            try statement(
                """
                INSERT OR REPLACE INTO former
                SELECT * FROM kept WHERE kind = 0 AND hash IS NOT NULL AND ino IS NOT NULL
                """
            ).run([])
            try clear("kept")
        }
    }

    /// Whether anything is known of files that were read for a snapshot that never came.
    package func hasFormer() throws(CatalogError) -> Bool { try holdsAny("former") }

    /// What a file was when it was read for a snapshot that never came, and when the scan began that found it.
    package func formerEntry(
        at path: BytePath
    ) throws(CatalogError) -> (known: KnownEntry, scanned: FileTime)? {
        try statement(
            "SELECT \(EntryColumns.names), scan, scan_ns FROM former WHERE path = ?"
        ).first([.blob(path.bytes)]) { row throws(CatalogError) in
            (
                try EntryColumns.entry(named: path.name, in: row, at: 0),
                EntryColumns.time(in: row, at: 13)
            )
        }
    }

    /// Forgets that, since there is a snapshot that knows more.
    func forgetFormer() throws(CatalogError) { try clear("former") }

    /// Empties a table; even to empty an empty one would write.
    private func clear(_ table: String) throws(CatalogError) {
        if try holdsAny(table) { try statement("DELETE FROM \(table)").run([]) }
    }

    private func holdsAny(_ table: String) throws(CatalogError) -> Bool {
        try statement("SELECT 1 FROM \(table) LIMIT 1").first([]) { _ in true } ?? false
    }

    /// Makes what was kept a part of a snapshot.
    func takeKept(in number: Int) throws(CatalogError) {
        try eachKept { change throws(CatalogError) in try take(change, in: number) }
        try clear("kept")
    }

    /// Directories come before what they hold.
    private func eachKept(
        _ body: (CatalogChange) throws(CatalogError) -> Void
    ) throws(CatalogError) {
        try statement("SELECT path, \(EntryColumns.names) FROM kept ORDER BY path")
            .forEach([]) { row throws(CatalogError) in
                let path = BytePath(row.blob(0))
                if row.isNull(1) { return try body(.remove(path)) }
                try body(
                    .put(try EntryColumns.entry(named: path.name, in: row, at: 1), at: path))
            }
    }
}
