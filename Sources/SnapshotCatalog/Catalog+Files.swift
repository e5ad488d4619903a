package import SnapshotModel

/// Files of the newest snapshot by what is the matter with them: first their nodes, of which millions can be held.
extension Catalog {
    /// A random share of the files, in percent, of those whose content is known.
    package func sampleOfFiles(percent: Double) throws(CatalogError) -> [Int64] {
        let perMillion = Int64(max(0, min(percent, 100)) * 10_000)
        guard perMillion > 0 else { return [] }
        return try nodes(
            """
            SELECT node FROM version WHERE last IS NULL AND kind = \(EntryKind.file.rawValue)
            AND hash IS NOT NULL AND (random() & 0x7fffffff) % 1000000 < ?
            """, [.integer(perMillion)])
    }

    /// The files whose content is to be taken from the live tree again, because some zip has it damaged.
    package func filesOfBadObjects() throws(CatalogError) -> [Int64] {
        guard try !badObjects().isEmpty else { return [] }
        return try nodes(
            """
            SELECT node FROM version WHERE last IS NULL AND kind = \(EntryKind.file.rawValue)
            AND hash IN (SELECT hash FROM object WHERE state = \(ObjectState.bad.rawValue)
                UNION SELECT hash FROM suspect)
            """)
    }

    /// The files whose content no zip has that new snapshots may lean on.
    package func filesOfLostObjects() throws(CatalogError) -> [Int64] {
        try nodes(
            """
            SELECT node FROM version WHERE last IS NULL AND kind = \(EntryKind.file.rawValue)
            AND hash IS NOT NULL AND NOT EXISTS(\(Self.goodObject))
            """)
    }

    /// Whether the tree of some directory of the newest snapshot is in no zip that new snapshots may lean on.
    ///
    /// Parts of large directories are not looked for.
    package func lacksTrees() throws(CatalogError) -> Bool {
        try statement(
            """
            SELECT 1 FROM version WHERE last IS NULL AND kind = \(EntryKind.directory.rawValue)
            AND hash IS NOT NULL AND NOT EXISTS(\(Self.goodObject)) LIMIT 1
            """
        ).first([]) { _ in true } ?? false
    }

    private static let goodObject = """
        SELECT 1 FROM object JOIN zip ON zip.id = object.zip
        WHERE object.hash = version.hash AND \(BaseChain.isUsable)
        """

    /// A file of the newest snapshot, `nil` if it is none any more.
    package func file(
        _ node: Int64
    ) throws(CatalogError) -> (path: BytePath, known: KnownEntry)? {
        guard let path = try path(of: node), let known = try live(node, named: path.name) else {
            return nil
        }
        return (path, known)
    }

    private func nodes(
        _ sql: String, _ values: [SQLValue] = []
    ) throws(CatalogError) -> [Int64] {
        var found = [Int64]()
        try statement(sql).forEach(values) { row in found.append(row.integer(0)) }
        return found
    }
}
