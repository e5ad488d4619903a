internal import LinuxSystem
package import SnapshotModel

/// Writes tree objects into `.snapagent/trees`, equal ones once and none that is stored already.
package struct TreeObjectWriter: TreeObjectSink, ~Copyable {
    private var entry: StreamedEntry
    private var hash = SHA256()
    private var known: Set<Digest> = []
    private var lines: [UInt8] = []
    private var extents: [(tree: Digest, extent: Extent)] = []
    private let isStored: (Digest) throws -> Bool

    /// Begins the entry; what `isStored` says another zip has is not written.
    init(
        _ header: ZipEntry, in output: OutputFile,
        isStored: @escaping (Digest) throws -> Bool = { _ in false }
    ) throws(SystemError) {
        entry = try StreamedEntry(header, in: output)
        self.isStored = isStored
    }

    /// Adds an object, if it is new, and says its identity.
    package mutating func add(_ text: [UInt8]) throws -> Digest {
        let tree = hash.digest(of: text.span)
        guard known.insert(tree).inserted, try !isStored(tree) else { return tree }
        let extent = try entry.add(text)
        ExtentTable.append("tree", tree, header: entry.headerOffset, extent, to: &lines)
        extents.append((tree, extent))
        return tree
    }

    /// Ends the entry.
    consuming func finish() throws(SystemError) -> WrittenTrees {
        let (lines, extents) = (self.lines, self.extents)
        let entry = try entry.finish()
        let start = entry.headerOffset + Int64(entry.localHeaderCount)
        return WrittenTrees(
            entry: entry, lines: lines,
            objects: extents.map { tree, extent in
                PlacedObject(
                    digest: tree,
                    place: ObjectPlace(
                        form: .tree, offset: start + extent.offset, packed: extent.packed,
                        plain: extent.plain, method: .deflated))
            })
    }
}

/// The entry of tree objects as it was written.
struct WrittenTrees {
    var entry: ZipEntry
    /// The lines of its objects for the table of extents.
    var lines: [UInt8]
    /// Where its objects lie.
    var objects: [PlacedObject]
}
