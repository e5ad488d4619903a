internal import SnapshotModel

/// One directory of a known tree, or some of its names, looked through in their order.
struct KnownDirectory {
    /// The names, sorted by their bytes.
    let entries: [KnownEntry]
    private var position = 0

    /// Makes a directory of everything that it holds.
    init(_ directory: BytePath, in tree: any KnownTree) throws {
        self.init(try tree.entries(of: directory))
    }

    /// Makes a directory of entries in any order.
    init(_ found: [KnownEntry] = []) {
        let isSorted = zip(found, found.dropFirst()).allSatisfy {
            $0.entry.name.lexicographicallyPrecedes($1.entry.name)
        }
        entries =
            isSorted
            ? found
            : found.sorted { $0.entry.name.lexicographicallyPrecedes($1.entry.name) }
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
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].entry.name.lexicographicallyPrecedes(name) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < entries.count, entries[low].entry.name == name else { return nil }
        return entries[low]
    }

    /// The entries whose names are not among these, which are sorted.
    func entries(missingFrom names: some Sequence<[UInt8]>) -> [KnownEntry] {
        var rest = self
        rest.position = 0
        var missing: [KnownEntry] = []
        for name in names {
            let start = rest.position
            let isKnown = rest.next(named: name) != nil
            missing += entries[start..<rest.position]
            if isKnown { rest.position += 1 }
        }
        return missing + entries[rest.position...]
    }
}
