import SnapshotModel

/// Files that came and files that went, by what tells whether one of these is one of those under another path.
///
/// A million files take eight megabytes each way.
struct MoveTally: Sendable {
    private var removed: [UInt64] = []
    private var added: [UInt64] = []
    /// How many files, links and other names went.
    private(set) var removedCount = 0
    /// How many came.
    private(set) var addedCount = 0

    /// Takes in what went.
    mutating func remove(_ entry: TreeEntry) {
        removedCount += 1
        if let mark = Self.mark(of: entry) { removed.append(mark) }
    }

    /// Takes in what came.
    mutating func add(_ entry: TreeEntry) {
        addedCount += 1
        if let mark = Self.mark(of: entry) { added.append(mark) }
    }

    /// Takes in what another one has.
    mutating func add(_ other: MoveTally) {
        removed += other.removed
        added += other.added
        removedCount += other.removedCount
        addedCount += other.addedCount
    }

    /// How many files came that had gone elsewhere with the same content.
    var count: Int {
        guard !removed.isEmpty, !added.isEmpty else { return 0 }
        let (left, right) = (removed.sorted(), added.sorted())
        var (first, second) = (0, 0)
        var found = 0
        while first < left.count, second < right.count {
            if left[first] == right[second] {
                found += 1
                first += 1
                second += 1
            } else if left[first] < right[second] {
                first += 1
            } else {
                second += 1
            }
        }
        return found
    }

    /// A short hash of what tells the content from others: enough to count by, and nothing else is done with it.
    private static func mark(of entry: TreeEntry) -> UInt64? {
        guard entry.size > 0, let content = entry.contentIdentity else { return nil }
        var hasher = Hasher()
        hasher.combine(content)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
