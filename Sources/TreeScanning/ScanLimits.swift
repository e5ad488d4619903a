internal import SnapshotModel

/// How large a tree may be for a scan that holds all of it at once.
package struct ScanLimit: Sendable, Hashable {
    /// Names, the root included.
    package var entries: Int
    /// Sum of the sizes of its files.
    package var bytes: Int64

    /// Makes a limit.
    package init(entries: Int, bytes: Int64) {
        self.entries = entries
        self.bytes = bytes
    }
}

/// Says that a tree is larger than a scan was to hold.
package struct TreeExceedsLimit: Error {}

/// Takes what a scan of changes finds bit by bit, so that nobody has to hold all of it.
package struct ScanPortions {
    /// So many changes are handed over together.
    package var names: Int
    /// Changes whose files have so many bytes are handed over, however few they are.
    package var bytes: Int64
    /// Whether whoever takes them reads the files at once, and counts them then.
    package var areReadAtOnce = false
    /// Takes changes, a directory before what it holds, in the order of the whole tree.
    package var take: ([ScannedChange]) throws -> Void

    /// Makes the receiver of portions.
    package init(names: Int, bytes: Int64, take: @escaping ([ScannedChange]) throws -> Void) {
        self.names = names
        self.bytes = bytes
        self.take = take
    }
}

extension TreeWalk {
    /// Hands over what was found, once it is enough.
    mutating func handOverIfEnough() throws {
        if let limit, result.items.count > limit.entries || itemBytes > limit.bytes {
            throw TreeExceedsLimit()
        }
        guard let portions, found.changes.count >= portions.names || found.bytes >= portions.bytes
        else { return }
        // A directory goes with the first of its names: alone it would look like an empty one.
        if let level = levels.last, level.position == 0, !level.names.isEmpty { return }
        // What belongs together is read together. In a directory between its names nobody waits.
        if levels.last?.partsCompanions == true { return }
        try portions.take(found.takeChanges())
    }
}

extension TreeWalk.Level {
    /// Whether of files that mean something only together some are behind the present position and some before it.
    fileprivate var partsCompanions: Bool {
        guard position > 0, position < names.count else { return false }
        let (last, next) = (names[position - 1].entry.name, names[position].entry.name)
        // Whatever stands between them begins with the name of the base too.
        let common = zip(last, next).prefix { $0 == $1 }.count
        return (0..<common).contains { end in
            let base = Array(last[...end])
            return holds(base, in: 0..<position)
                && CompanionName.companions(of: BytePath(base)).contains {
                    holds($0.bytes, in: position..<names.count)
                }
        }
    }

    private func holds(_ name: [UInt8], in range: Range<Int>) -> Bool {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if names[middle].entry.name.lexicographicallyPrecedes(name) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < range.upperBound && names[low].entry.name == name
    }
}
