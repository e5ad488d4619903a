package import LinuxSystem
package import SnapshotModel

/// What names stood for before.
extension Catalog {
    /// Files that have a name in the newest snapshot, and had another one, which a node stands for, in an older one.
    private static let former = """
        SELECT DISTINCT past.dev, past.ino FROM version AS past
        WHERE past.node = ?1 AND past.last IS NOT NULL AND past.kind = 0 AND EXISTS(
            SELECT 1 FROM version AS live
            WHERE live.ino = past.ino AND live.dev = past.dev AND live.node <> past.node
            AND live.kind = 0 AND live.last IS NULL)
        """

    /// The inodes that names of a directory stood for in older snapshots, and that have other names in the newest.
    package func formerInodes(
        of directory: BytePath, _ selection: NameSelection
    ) throws(CatalogError) -> Set<FileIdentity> {
        guard let node = try node(at: directory) else { return [] }
        var nodes = [Int64]()
        switch selection {
        case .everything:
            try statement("SELECT id FROM node WHERE parent = ?").forEach([.integer(node)]) { row in
                nodes.append(row.integer(0))
            }
        case .names(let names):
            for name in names {
                if let child = try child(of: node, named: name) { nodes.append(child) }
            }
        }
        var found = Set<FileIdentity>()
        for node in nodes {
            try statement(Self.former).forEach([.integer(node)]) { row in
                found.insert(
                    FileIdentity(
                        device: UInt64(bitPattern: row.integer(0)),
                        inode: UInt64(bitPattern: row.integer(1))))
            }
        }
        return found
    }
}
