package import LinuxSystem
package import SnapshotModel

/// What the newest snapshot, or any other, holds.
extension Catalog {
    /// The names in a directory of the newest snapshot with the state of their inodes, in the order of their bytes.
    package func entries(of directory: BytePath) throws(CatalogError) -> [KnownEntry] {
        guard let node = try node(at: directory) else { return [] }
        lastDirectory = (directory, node)
        return try children(of: node).map(\.known)
    }

    /// What the newest snapshot holds at a path.
    package func entry(at path: BytePath) throws(CatalogError) -> KnownEntry? {
        guard let node = try node(at: path) else { return nil }
        return try live(node, named: path.name)
    }

    /// What the newest snapshot holds under some names of a directory; names that it does not have are left out.
    package func entries(
        of directory: BytePath, named names: [[UInt8]]
    ) throws(CatalogError) -> [KnownEntry] {
        guard let node = try node(at: directory) else { return [] }
        lastDirectory = (directory, node)
        var found = [KnownEntry]()
        for name in names {
            guard let child = try child(of: node, named: name),
                let known = try live(child, named: name)
            else { continue }
            found.append(known)
        }
        return found
    }

    /// How many names a directory of the newest snapshot holds.
    package func count(of directory: BytePath) throws(CatalogError) -> Int {
        guard let node = try node(at: directory) else { return 0 }
        return try statement(
            """
            SELECT count(*) FROM node JOIN version ON version.node = node.id
            WHERE parent = ? AND last IS NULL
            """
        ).first([.integer(node)]) { row in Int(row.integer(0)) } ?? 0
    }

    /// The names that an inode other than a directory's has in the newest snapshot.
    package func names(of identity: FileIdentity) throws(CatalogError) -> [BytePath] {
        var nodes = [Int64]()
        try statement(
            "SELECT node FROM version WHERE ino = ? AND dev = ? AND last IS NULL AND kind <> 1"
        ).forEach([.bits(identity.inode), .bits(identity.device)]) { row in
            nodes.append(row.integer(0))
        }
        var found = [BytePath]()
        for node in nodes {
            if let path = try path(of: node) { found.append(path) }
        }
        return found.sorted()
    }

    /// What a given snapshot holds in a directory.
    package func entries(
        of directory: BytePath, in snapshot: Int
    ) throws(CatalogError) -> [TreeEntry] {
        guard let node = try node(at: directory) else { return [] }
        var found = [TreeEntry]()
        try statement(
            """
            SELECT name, \(EntryColumns.names) FROM node JOIN version ON version.node = node.id
            WHERE parent = ?1 AND first <= ?2 AND (last IS NULL OR last >= ?2) ORDER BY name
            """
        ).forEach([.integer(node), .number(snapshot)]) { row throws(CatalogError) in
            found.append(try EntryColumns.entry(named: row.blob(0), in: row, at: 1).entry)
        }
        return found
    }

    /// Calls `body` with every directory of the newest snapshot and its entries, parents before children.
    package func walk(_ body: (BytePath, [KnownEntry]) throws -> Void) throws {
        guard let root = try node(at: .root), try live(root, named: []) != nil else { return }
        var waiting = [(path: BytePath.root, node: root)]
        while let next = waiting.popLast() {
            let children = try children(of: next.node)
            try body(next.path, children.map(\.known))
            for child in children.reversed() where child.known.entry.kind == .directory {
                waiting.append((next.path.appending(child.known.entry.name), child.node))
            }
        }
    }

    /// The live names below a node.
    func children(
        of node: Int64
    ) throws(CatalogError) -> [(node: Int64, known: KnownEntry)] {
        var found = [(node: Int64, known: KnownEntry)]()
        try statement(
            """
            SELECT id, name, \(EntryColumns.names) FROM node
            JOIN version ON version.node = node.id
            WHERE parent = ? AND last IS NULL ORDER BY name
            """
        ).forEach([.integer(node)]) { row throws(CatalogError) in
            found.append(
                (row.integer(0), try EntryColumns.entry(named: row.blob(1), in: row, at: 2)))
        }
        return found
    }

    /// The live version of a node.
    func live(_ node: Int64, named name: [UInt8]) throws(CatalogError) -> KnownEntry? {
        try statement(
            "SELECT \(EntryColumns.names) FROM version WHERE node = ? AND last IS NULL"
        ).first([.integer(node)]) { row throws(CatalogError) in
            try EntryColumns.entry(named: name, in: row, at: 0)
        }
    }
}
