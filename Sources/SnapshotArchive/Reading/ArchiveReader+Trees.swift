package import SnapshotModel
internal import Synchronization

extension ArchiveReader {
    /// The largest table of extents that is read into memory.
    private static let extentsLimit: Int64 = 4 << 30

    /// Where the pieces of the zip lie; if the zip's own table is damaged, as far as that can be found out.
    package func extents() throws(UserError) -> ExtentTable {
        if let known = lazyTables.withLock({ $0.extents }) { return known }
        let table: ExtentTable
        do throws(UserError) {
            table = try writtenExtents()
        } catch {
            guard error.obstacle == nil, let found = try? salvagedExtents() else { throw error }
            table = found
            lazyTables.withLock { $0.isMadeUp = true }
        }
        lazyTables.withLock { $0.extents = table }
        return table
    }

    /// The zip's own table of where its pieces lie.
    func writtenExtents() throws(UserError) -> ExtentTable {
        let text = try zip.wholeEntry(named: OwnName.extents, limit: Self.extentsLimit)
        guard let table = ExtentTable(text) else {
            throw zip.damage("\(displayName(OwnName.extents)) cannot be read")
        }
        return table
    }

    /// The tree objects as they are found without a table; chunks and patches are not.
    private func salvagedExtents() throws(UserError) -> ExtentTable? {
        guard let packed = try TreeScan.packedTrees(of: zip) else { return nil }
        var table = ExtentTable()
        table.trees = TreeScan.extents(in: packed)
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
}
