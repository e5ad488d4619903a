package import SnapshotModel

/// What patches change, link by link, as conditions on a row of `object`.
///
/// A patch can outlast what it changes: a sweep may leave it in a zip that stays for other objects' sake.
enum BaseChain {
    /// So many patches over each other are followed: more than are ever written.
    private static let mostLinks = 64

    /// Whether new snapshots may lean on an object: for rows joined with that of their `zip`.
    static let isUsable = """
        state = \(ObjectState.good.rawValue) AND folder != \(ZipPlace.expired.rawValue)
        AND \(isWhole)
        """

    /// Whether new snapshots may lean on all that a patch changes; an object that is none costs one comparison.
    static let isWhole = """
        (object.base IS NULL OR EXISTS(
            WITH RECURSIVE link(base, depth) AS (
                SELECT below.base, 1 FROM object AS below JOIN zip AS below_zip
                ON below_zip.id = below.zip WHERE below.hash = object.base AND \(isGood)
                UNION ALL
                SELECT below.base, depth + 1 FROM link JOIN object AS below
                ON below.hash = link.base JOIN zip AS below_zip ON below_zip.id = below.zip
                WHERE depth < \(mostLinks) AND \(isGood))
            SELECT 1 FROM link WHERE base IS NULL))
        """

    private static let isGood = """
        below.state = \(ObjectState.good.rawValue)
        AND below_zip.folder != \(ZipPlace.expired.rawValue)
        """
}

extension Catalog {
    /// The patches on which new snapshots must not lean because of what they change: that is gone, damaged or expired.
    package func patchesWithoutBase() throws(CatalogError) -> Set<Digest> {
        var found: Set<Digest> = []
        try statement(
            """
            SELECT hash FROM object JOIN zip ON zip.id = object.zip
            WHERE base IS NOT NULL AND state = \(ObjectState.good.rawValue)
            AND folder != \(ZipPlace.expired.rawValue) AND NOT \(BaseChain.isWhole)
            """
        ).forEach([]) { row in
            if let digest = Digest(row.blob(0)) { found.insert(digest) }
        }
        return found
    }
}
