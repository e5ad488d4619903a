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

    /// What one tree object lists; nothing if it cannot be read.
    func lines(of tree: Digest) -> [TreeLine] {
        (try? object(tree)).flatMap { try? TreeText.parse($0) } ?? []
    }

    private func object(_ tree: Digest) throws(UserError) -> [UInt8] {
        let row = try? catalog.readablePlace(of: tree)
        if let row = row?.object, let zip = try? pool.zip(named: row.zip),
            let text = text(of: tree, in: zip, at: row.place)
        {
            return text
        }
        for name in try pool.names() {
            let opened = try ifReadable(onlyShortage: true) {
                try pool.zip(named: name)?.archive()
            }
            guard let archive = opened, let text = text(of: tree, in: archive)
            else { continue }
            return text
        }
        // The place is of no use to anybody; that it cannot be marked shows again soon enough.
        try? catalog.mark(tree, .bad)
        throw StoreObjects.damage(tree, why: "no zip of the store has it whole")
    }

    private func text(of tree: Digest, in zip: OpenZip, at place: ObjectPlace) -> [UInt8]? {
        guard place.form != .patch else { return nil }
        var text = [UInt8]()
        let found = FoundObject(zip: zip, place: place, isListed: false)
        guard (try? found.read(tree, { text.append($0) })) != nil else { return nil }
        return text
    }

    /// The listing as a tree of the zip, or as a file that has its bytes.
    private func text(of tree: Digest, in archive: ArchiveReader) -> [UInt8]? {
        if archive.holdsTree(tree) { return try? archive.treeObject(tree) }
        var text = [UInt8]()
        guard (try? archive.readContent(tree, { text.append($0) })) != nil else { return nil }
        return text
    }
}
