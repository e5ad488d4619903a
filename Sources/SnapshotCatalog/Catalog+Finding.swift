package import SnapshotModel

/// Paths by their names, whatever snapshots have them: one look at every name that ever was.
extension Catalog {
    /// The nodes whose names `body` wants, in no order; the root is none of them.
    ///
    /// Names that lack the bytes `part` are passed over quickly.
    package func nodes(
        with part: [UInt8], where body: ([UInt8]) -> Bool
    ) throws(CatalogError) -> [Int64] {
        var found = [Int64]()
        try statement(
            """
            SELECT id, name FROM node
            WHERE parent <> 0 AND (length(?1) = 0 OR instr(name, ?1) > 0)
            """
        ).forEach([.blob(part)]) { row in
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
