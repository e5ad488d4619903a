package import SnapshotModel

/// Which names are looked for, as far as the tables can tell.
package struct NameSearch: Sendable, Hashable {
    /// Bytes that the name has.
    package var part: [UInt8]
    /// Fewest bytes that a version has, `nil` for any.
    package var larger: Int64?
    /// Whether the newest snapshot lacks the name.
    package var isDeleted: Bool

    /// Makes a search.
    package init(part: [UInt8], larger: Int64? = nil, isDeleted: Bool = false) {
        self.part = part
        self.larger = larger
        self.isDeleted = isDeleted
    }
}

/// Paths by their names, whatever snapshots have them: one look at every name that ever was.
extension Catalog {
    /// The highest node, 0 if there is none.
    package func lastNode() throws(CatalogError) -> Int64 {
        try statement("SELECT max(id) FROM node").first([]) { row in row.integer(0) } ?? 0
    }

    /// Those of some nodes that a search finds and whose names `body` wants; the root is none of them.
    package func nodes(
        _ search: NameSearch, among nodes: ClosedRange<Int64>, where body: ([UInt8]) -> Bool
    ) throws(CatalogError) -> [Int64] {
        var found = [Int64]()
        try statement(
            """
            SELECT id, name FROM node WHERE id BETWEEN ?1 AND ?2 AND parent <> 0
            AND (length(?3) = 0 OR instr(name, ?3) > 0)
            AND (?4 IS NULL OR EXISTS(
                SELECT 1 FROM version WHERE version.node = node.id AND size >= ?4))
            AND (?5 = 0 OR NOT EXISTS(
                SELECT 1 FROM version WHERE version.node = node.id AND last IS NULL))
            """
        ).forEach([
            .integer(nodes.lowerBound), .integer(nodes.upperBound), .blob(search.part),
            search.larger.map { .integer($0) } ?? .null, .integer(search.isDeleted ? 1 : 0),
        ]) { row in
            if body(row.blob(1)) { found.append(row.integer(0)) }
        }
        return found
    }

    /// The path of a node and everything it stood for, `nil` for one that is gone.
    package func versions(
        of node: Int64
    ) throws(CatalogError) -> (path: BytePath, versions: [CatalogVersion])? {
        guard let path = try path(of: node) else { return nil }
        return (path, try versions(of: node, named: path.name))
    }
}
