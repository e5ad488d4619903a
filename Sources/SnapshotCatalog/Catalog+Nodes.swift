internal import SnapshotModel

/// Paths as chains of nodes: the root is the child of 0 with an empty name.
extension Catalog {
    /// The node of a path, `nil` if no snapshot ever had it.
    func node(at path: BytePath) throws(CatalogError) -> Int64? {
        if let last = lastDirectory, last.path == path { return last.node }
        guard var node = try child(of: 0, named: []) else { return nil }
        for name in path.components {
            guard let next = try child(of: node, named: name) else { return nil }
            node = next
        }
        return node
    }

    /// The path of a node, `nil` if it is none.
    func path(of node: Int64) throws(CatalogError) -> BytePath? {
        var names = [[UInt8]]()
        var node = node
        while true {
            let above = try statement("SELECT parent, name FROM node WHERE id = ?")
                .first([.integer(node)]) { row in (row.integer(0), row.blob(1)) }
            guard let (parent, name) = above else { return nil }
            if parent == 0 { break }
            names.append(name)
            node = parent
        }
        return names.reversed().reduce(.root) { $0.appending($1) }
    }

    /// The node of a path, made with its ancestors where it is new.
    func nodeMaking(_ path: BytePath) throws(CatalogError) -> Int64 {
        guard let parent = path.parent else { return try childMaking(of: 0, named: []) }
        let directory: Int64
        if let last = lastDirectory, last.path == parent {
            directory = last.node
        } else {
            directory = try nodeMaking(parent)
            lastDirectory = (parent, directory)
        }
        return try childMaking(of: directory, named: path.name)
    }

    /// The node of a name in a directory, made where it is new.
    func childMaking(of parent: Int64, named name: [UInt8]) throws(CatalogError) -> Int64 {
        if let known = try child(of: parent, named: name) { return known }
        let made = try statement("INSERT INTO node(parent, name) VALUES(?, ?) RETURNING id")
            .first([.integer(parent), .blob(name)]) { row in row.integer(0) }
        guard let made else { throw EntryColumns.damage("a node was not made") }
        return made
    }

    /// The node of a name in a directory.
    func child(of parent: Int64, named name: [UInt8]) throws(CatalogError) -> Int64? {
        try statement("SELECT id FROM node WHERE parent = ? AND name = ?")
            .first([.integer(parent), .blob(name)]) { row in row.integer(0) }
    }
}
