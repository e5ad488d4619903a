package import LinuxSystem
package import SnapshotModel

/// What names stood for before.
extension Catalog {
    /// Whether a past version was that of an inode that has another name now.
    private static let hasOtherName = """
        past.last IS NOT NULL AND past.kind <> 1 AND EXISTS(
            SELECT 1 FROM version AS live
            WHERE live.ino = past.ino AND live.dev = past.dev AND live.node <> past.node
            AND live.kind <> 1 AND live.last IS NULL)
        """

    /// The inodes that names of a directory stood for in older snapshots, and that have other names in the newest.
    package func formerInodes(
        of directory: BytePath, _ selection: NameSelection
    ) throws(CatalogError) -> Set<FileIdentity> {
        guard let node = try node(at: directory) else { return [] }
        var found = Set<FileIdentity>()
        func add(_ sql: String, _ values: [SQLValue]) throws(CatalogError) {
            try statement(sql).forEach(values) { row in
                found.insert(
                    FileIdentity(
                        device: UInt64(bitPattern: row.integer(0)),
                        inode: UInt64(bitPattern: row.integer(1))))
            }
        }
        switch selection {
        case .everything:
            let sql = """
                SELECT DISTINCT past.dev, past.ino FROM node
                JOIN version AS past ON past.node = node.id
                WHERE node.parent = ? AND \(Self.hasOtherName)
                """
            try add(sql, [.integer(node)])
        case .names(let names):
            let sql = """
                SELECT DISTINCT past.dev, past.ino FROM version AS past
                WHERE past.node = ? AND \(Self.hasOtherName)
                """
            for name in names {
                guard let child = try child(of: node, named: name) else { continue }
                try add(sql, [.integer(child)])
            }
        }
        return found
    }
}
