internal import LinuxSystem
package import SnapshotModel

/// Writes tree objects into `.snapagent/trees`, equal ones once and none that is stored already.
package struct TreeObjectWriter: TreeObjectSink, ~Copyable {
    private var entry: StreamedEntry
    private var hash = SHA256()
    private var known: Set<Digest> = []
    private var lines: [UInt8] = []
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
        return tree
    }

    /// Ends the entry; the lines are those of its objects for the table of extents.
    consuming func finish() throws(SystemError) -> (entry: ZipEntry, extents: [UInt8]) {
        let lines = self.lines
        return (try entry.finish(), lines)
    }
}
