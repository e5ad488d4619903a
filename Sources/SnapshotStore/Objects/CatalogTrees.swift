internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

/// Reads tree objects while the catalog is being brought up to date, and so cannot be asked by others.
struct CatalogTrees {
    let pool: ZipPool
    let catalog: Catalog

    /// What a directory holds; nothing if its tree cannot be read.
    ///
    /// The next scan finds everything in it new then, and the tree is written again; verifying names it.
    func directory(_ tree: Digest) -> [TreeEntry] {
        (try? TreeReading.directory(tree) { part throws(UserError) in try object(part) }) ?? []
    }

    private func object(_ tree: Digest) throws(UserError) -> [UInt8] {
        let row = try? catalog.readablePlace(of: tree)
        if let row = row?.object, let place = row.place, place.form == .tree,
            let text = try? pool.zip(named: row.zip)?.file.treeObject(tree, at: place)
        {
            return text
        }
        for name in try pool.names() {
            guard let zip = try? pool.zip(named: name), let archive = try? zip.archive(),
                archive.holdsTree(tree), let text = try? archive.treeObject(tree)
            else { continue }
            return text
        }
        // The place is of no use to anybody; that it cannot be marked shows again soon enough.
        try? catalog.mark(tree, .bad)
        throw StoreObjects.damage(tree, why: "no zip of the store has it whole")
    }
}
