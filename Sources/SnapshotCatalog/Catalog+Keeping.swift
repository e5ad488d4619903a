package import SnapshotModel

/// Changes of parts of a later snapshot that is still being made: they wait beside the live state, which stays that of
/// the newest snapshot until the one to come is committed.
extension Catalog {
    /// Keeps the changes of a part; a later change of the same path takes the place of an earlier one.
    package func keep(_ changes: [CatalogChange]) throws {
        try transaction {
            for change in changes {
                switch change {
                case .put(let known, let path):
                    try statement(
                        """
                        INSERT OR REPLACE INTO kept(path, \(EntryColumns.names))
                        VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """
                    ).run([.blob(path.bytes)] + EntryColumns.values(of: known))
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

    /// Forgets what was kept: no snapshot came of it.
    ///
    /// `takingStates` says that the tree is as the newest snapshot has it, and has the states of its inodes taken over.
    package func forgetKept(takingStates: Bool = false) throws {
        // Mostly there is nothing, and even to empty an empty table writes.
        let isAny = try statement("SELECT 1 FROM kept LIMIT 1").first([]) { _ in true } ?? false
        guard isAny else { return }
        try transaction {
            if takingStates {
                try eachKept { change throws(CatalogError) in
                    guard case .put(let known, let path) = change, let node = try node(at: path),
                        let before = try live(node, named: path.name),
                        before.entry == known.entry, before.identity != known.identity
                    else { return }
                    try set(known.identity, of: node)
                }
            }
            try statement("DELETE FROM kept").run([])
        }
    }

    /// Makes what was kept a part of a snapshot.
    func takeKept(in number: Int) throws(CatalogError) {
        try eachKept { change throws(CatalogError) in try take(change, in: number) }
        try statement("DELETE FROM kept").run([])
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
