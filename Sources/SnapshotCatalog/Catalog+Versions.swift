package import SnapshotModel

/// What a path stood for, and from which snapshot to which.
package struct CatalogVersion: Sendable, Hashable {
    /// The number of the first snapshot that has it.
    package var first: Int
    /// The number of the last snapshot that has it, `nil` if the newest does.
    package var last: Int?
    /// What the path stood for.
    package var entry: TreeEntry

    /// Makes a version of what a path stood for from one snapshot to another.
    package init(first: Int, last: Int?, entry: TreeEntry) {
        self.first = first
        self.last = last
        self.entry = entry
    }
}

/// The history of one path, at the cost of its versions alone.
extension Catalog {
    /// Everything that a path stood for, in the order of the snapshots; some of these may be gone.
    package func versions(of path: BytePath) throws(CatalogError) -> [CatalogVersion] {
        guard let node = try node(at: path) else { return [] }
        return try versions(of: node, named: path.name)
    }

    /// Everything that a node of a name stood for.
    func versions(
        of node: Int64, named name: [UInt8]
    ) throws(CatalogError) -> [CatalogVersion] {
        var found = [CatalogVersion]()
        try statement(
            "SELECT first, last, \(EntryColumns.names) FROM version WHERE node = ? ORDER BY first"
        ).forEach([.integer(node)]) { row throws(CatalogError) in
            found.append(
                CatalogVersion(
                    first: Int(row.integer(0)), last: row.isNull(1) ? nil : Int(row.integer(1)),
                    entry: try EntryColumns.entry(named: name, in: row, at: 2).entry))
        }
        return found
    }

    /// What a given snapshot holds in a directory, without what another one holds in the same version.
    package func entries(
        of directory: BytePath, in snapshot: Int, otherThanIn other: Int
    ) throws(CatalogError) -> [TreeEntry] {
        guard let node = try node(at: directory) else { return [] }
        var found = [TreeEntry]()
        try statement(
            """
            SELECT name, \(EntryColumns.names) FROM node JOIN version ON version.node = node.id
            WHERE parent = ?1 AND first <= ?2 AND (last IS NULL OR last >= ?2)
            AND NOT (first <= ?3 AND (last IS NULL OR last >= ?3)) ORDER BY name
            """
        ).forEach([.integer(node), .number(snapshot), .number(other)]) {
            row throws(CatalogError) in
            found.append(try EntryColumns.entry(named: row.blob(0), in: row, at: 1).entry)
        }
        return found
    }

    /// What a given snapshot holds at a path.
    package func entry(
        at path: BytePath, in snapshot: Int
    ) throws(CatalogError) -> TreeEntry? {
        guard let node = try node(at: path) else { return nil }
        return try statement(
            """
            SELECT \(EntryColumns.names) FROM version
            WHERE node = ?1 AND first <= ?2 AND (last IS NULL OR last >= ?2)
            """
        ).first([.integer(node), .number(snapshot)]) { row throws(CatalogError) in
            try EntryColumns.entry(named: path.name, in: row, at: 0).entry
        }
    }
}
