package import SnapshotModel
internal import Synchronization

extension ArchiveReader {
    /// The deepest splitting of a directory that is read.
    private static let deepestSplit = 16

    /// The largest table of extents that is read into memory.
    private static let extentsLimit: Int64 = 4 << 30

    /// Where the pieces of the zip lie.
    package func extents() throws(UserError) -> ExtentTable {
        if let known = lazyTables.withLock({ $0.extents }) { return known }
        let text = try zip.wholeEntry(named: OwnName.extents, limit: Self.extentsLimit)
        guard let table = ExtentTable(text) else {
            throw zip.damage("\(displayName(OwnName.extents)) cannot be read")
        }
        lazyTables.withLock { $0.extents = table }
        return table
    }

    /// Whether the zip lists this tree object.
    package func holdsTree(_ tree: Digest) -> Bool {
        (try? extents())?.trees[tree] != nil
    }

    /// The text of a tree object.
    package func treeObject(_ tree: Digest) throws(UserError) -> [UInt8] {
        guard let extent = try extents().trees[tree],
            let index = zip.directory.byName[OwnName.trees]
        else { throw zip.damage("the tree \(tree.hexadecimal) is not in the zip") }
        let entry = zip.directory.entries[index]
        guard entry.method == .deflated, extent.packed <= entry.packed,
            extent.offset <= entry.packed - extent.packed
        else { throw zip.damage("the extent of tree \(tree.hexadecimal) is out of range") }
        return try zip.treeObject(
            tree, at: try zip.dataOffset(of: index) + extent.offset, packed: extent.packed,
            plain: extent.plain)
    }

    /// What a directory holds, in the order of the names' bytes, however its tree is split.
    package func directory(_ tree: Digest) throws(UserError) -> [TreeEntry] {
        var entries = [TreeEntry]()
        try visitObjects(of: tree) { entries.append(contentsOf: $0) }
        return entries
    }

    /// Reads all objects of one directory in order and gives `body` their entries.
    func visitObjects(
        of tree: Digest, depth: Int = 0, _ body: ([TreeEntry]) throws(UserError) -> Void
    ) throws(UserError) {
        guard depth < Self.deepestSplit else {
            throw zip.damage("the tree \(tree.hexadecimal) is split too often")
        }
        let text = try treeObject(tree)
        let lines: [TreeLine]
        do throws(TreeTextError) {
            lines = try TreeText.parse(text)
        } catch {
            throw zip.damage(
                "the tree \(tree.hexadecimal) cannot be read", why: error.description)
        }
        var entries = [TreeEntry]()
        for line in lines {
            switch line {
            case .entry(let entry): entries.append(entry)
            case .part(let part): try visitObjects(of: part.tree, depth: depth + 1, body)
            }
        }
        if !entries.isEmpty { try body(entries) }
    }
}
