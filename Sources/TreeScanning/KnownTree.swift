package import SnapshotModel

/// What the newest snapshot holds, as the catalog remembers it.
package protocol KnownTree {
    /// The names in a directory, in any order; none for a path that is unknown or no directory.
    func entries(of directory: BytePath) throws -> [KnownEntry]
}

/// The tree before the first snapshot: nothing is known.
package struct NothingKnown: KnownTree, Sendable {
    /// Makes the tree.
    package init() {}

    /// No names, whatever the directory.
    package func entries(of directory: BytePath) -> [KnownEntry] { [] }
}

/// One directory of a known tree, looked through in the order of names.
struct KnownDirectory {
    /// The names, sorted by their bytes.
    let entries: [KnownEntry]
    private var position = 0

    init(_ directory: BytePath, in tree: any KnownTree) throws {
        var entries = try tree.entries(of: directory)
        let isSorted = zip(entries, entries.dropFirst()).allSatisfy {
            $0.entry.name.lexicographicallyPrecedes($1.entry.name)
        }
        if !isSorted {
            entries.sort { $0.entry.name.lexicographicallyPrecedes($1.entry.name) }
        }
        self.entries = entries
    }

    /// The entry of a name; names must be asked for in ascending order.
    mutating func next(named name: [UInt8]) -> KnownEntry? {
        while position < entries.count, entries[position].entry.name.lexicographicallyPrecedes(name)
        {
            position += 1
        }
        guard position < entries.count, entries[position].entry.name == name else { return nil }
        return entries[position]
    }

    /// The entry of a name, in any order.
    func entry(named name: [UInt8]) -> KnownEntry? {
        entries.first { $0.entry.name == name }
    }
}
