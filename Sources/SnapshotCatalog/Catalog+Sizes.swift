package import SnapshotModel

extension Catalog {
    /// Whether a directory of the newest snapshot holds more than so many names; no more of them are counted.
    package func isLarger(
        _ directory: BytePath, than count: Int
    ) throws(CatalogError) -> Bool {
        guard let node = try node(at: directory) else { return false }
        let found = try statement(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM node JOIN version ON version.node = node.id
                WHERE parent = ? AND last IS NULL LIMIT ?)
            """
        ).first([.integer(node), .number(count + 1)]) { row in Int(row.integer(0)) }
        return (found ?? 0) > count
    }
}
