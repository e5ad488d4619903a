package import SnapshotModel

/// Taking a snapshot over: a changed path closes its interval and opens one.
extension Catalog {
    /// Records a snapshot that was published, at the cost of what changed.
    ///
    /// Snapshots come in the order of their numbers. With `hasParts`, what was kept of its parts is taken in before the
    /// changes, which are those of the last one.
    package func commit(
        _ snapshot: CatalogSnapshot, changes: [CatalogChange], objects: [CatalogObject],
        hasParts: Bool = false
    ) throws {
        try transaction {
            try add(snapshot)
            if hasParts { try takeKept(in: snapshot.number) }
            try forgetFormer()
            try take(changes, in: snapshot.number)
            try add(objects, of: snapshot.zip.name)
        }
    }

    /// Takes in a part of a first snapshot that is still being made: until it is committed, only scans know of it.
    ///
    /// A part that no snapshot came of goes with `rollBack(to: nil)`.
    package func draft(_ changes: [CatalogChange], of number: Int) throws {
        try transaction { try take(changes, in: number) }
    }

    private func take(_ changes: [CatalogChange], in number: Int) throws(CatalogError) {
        for change in changes { try take(change, in: number) }
    }

    /// Makes one change a part of a snapshot.
    func take(_ change: CatalogChange, in number: Int) throws(CatalogError) {
        switch change {
        case .put(let known, let path):
            try put(known, node: try nodeMaking(path), in: number)
        case .remove(let path):
            if let node = try node(at: path) {
                try close(node, named: path.name, before: number)
            }
        }
    }

    /// Takes over the state of inodes where no snapshot came of a scan.
    package func refresh(_ identities: [(path: BytePath, identity: KnownIdentity)]) throws {
        try transaction {
            for (path, identity) in identities {
                if let node = try node(at: path) { try set(identity, of: node) }
            }
        }
    }

    /// Makes the live state what snapshot `number` holds, when newer ones are gone: `nil` = no snapshot is left.
    package func rollBack(to number: Int?) throws {
        let number = SQLValue.number(number ?? -1)
        try transaction {
            try statement("DELETE FROM version WHERE first > ?").run([number])
            try statement("UPDATE version SET last = NULL WHERE last >= ?").run([number])
            try statement("DELETE FROM snapshot WHERE number > ?").run([number])
        }
    }

    /// Drops versions that no snapshot shows any more, and names that are left without one.
    package func dropUnseenVersions() throws {
        lastDirectory = nil
        try transaction {
            try statement(
                """
                DELETE FROM version WHERE last IS NOT NULL AND NOT EXISTS(
                    SELECT 1 FROM snapshot WHERE number BETWEEN version.first AND version.last)
                """
            ).run([])
            // A directory's node outlives its children by one round.
            try statement(
                """
                DELETE FROM node
                WHERE NOT EXISTS(SELECT 1 FROM version WHERE version.node = node.id)
                AND NOT EXISTS(SELECT 1 FROM node AS child WHERE child.parent = node.id)
                """
            ).run([])
        }
    }

    /// Makes an entry the live version of a node.
    func put(_ known: KnownEntry, node: Int64, in number: Int) throws(CatalogError) {
        if let before = try live(node, named: known.entry.name) {
            if before.entry == known.entry {
                if before.identity != known.identity { try set(known.identity, of: node) }
                return
            }
            let holdsNothing =
                known.entry.kind != .directory || known.entry.missing == .unlisted
            if before.entry.kind == .directory, holdsNothing {
                try closeChildren(of: node, before: number)
            }
            try closeInterval(of: node, before: number)
        }
        try statement(
            """
            INSERT INTO version(node, first, \(EntryColumns.names))
            VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).run([.integer(node), .number(number)] + EntryColumns.values(of: known))
    }

    /// Ends the life of a node and of everything below it.
    func close(_ node: Int64, named name: [UInt8], before number: Int) throws(CatalogError) {
        guard let known = try live(node, named: name) else { return }
        if known.entry.kind == .directory { try closeChildren(of: node, before: number) }
        try closeInterval(of: node, before: number)
    }

    private func closeChildren(of node: Int64, before number: Int) throws(CatalogError) {
        var waiting = [node]
        while let next = waiting.popLast() {
            for child in try children(of: next) {
                if child.known.entry.kind == .directory { waiting.append(child.node) }
                try closeInterval(of: child.node, before: number)
            }
        }
    }

    /// A version that began with this very snapshot goes whole: it never was in a published one.
    private func closeInterval(of node: Int64, before number: Int) throws(CatalogError) {
        let values = [SQLValue.integer(node), .number(number)]
        try statement("DELETE FROM version WHERE node = ?1 AND last IS NULL AND first >= ?2")
            .run(values)
        try statement("UPDATE version SET last = ?2 - 1 WHERE node = ?1 AND last IS NULL")
            .run(values)
    }

    func set(_ identity: KnownIdentity?, of node: Int64) throws(CatalogError) {
        try statement(
            """
            UPDATE version SET dev = ?, ino = ?, ctime = ?, ctime_ns = ?
            WHERE node = ? AND last IS NULL
            """
        ).run(EntryColumns.identityValues(of: identity) + [.integer(node)])
    }
}
