package import SnapshotModel

extension Catalog {
    /// Whether a directory holds more than so many names; no more of them are counted, and some may be of the past.
    package func isLarger(
        _ directory: BytePath, than count: Int
    ) throws(CatalogError) -> Bool {
        guard let node = try node(at: directory) else { return false }
        let found = try statement("SELECT 1 FROM node WHERE parent = ? LIMIT 1 OFFSET ?")
            .first([.integer(node), .number(count)]) { _ in true }
        return found ?? false
    }

    /// The sizes of the contents of so many bytes and more that lie whole in some zip.
    package func contentSizes(from least: Int64) throws(CatalogError) -> Set<Int64> {
        var sizes: Set<Int64> = []
        try statement("SELECT DISTINCT plain FROM object WHERE form = ? AND plain >= ?")
            .forEach([.number(ObjectForm.entry.rawValue), .integer(least)]) { row in
                sizes.insert(row.integer(0))
            }
        return sizes
    }
}
