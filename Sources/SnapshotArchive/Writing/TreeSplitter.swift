internal import SnapshotModel

/// Turns a directory's entries into tree objects: one, or for a large directory many.
///
/// Where a part ends depends on nothing but the names, so one change rewrites one part and the lines that lead
/// to it, however large the directory is.
struct TreeSplitter: ~Copyable {
    private var hash = SHA256()

    /// An object of more lines than this is split.
    static let objectLimit = 64
    /// A part never has more lines than this.
    static let partLimit = 256

    /// Writes the objects of a directory, whose entries are sorted by their names' bytes.
    mutating func split(
        _ entries: [TreeEntry], into trees: inout TreeObjectWriter
    ) throws -> Digest {
        var text = [UInt8]()
        guard entries.count > Self.objectLimit else {
            TreeText.encode(entries, into: &text)
            return try trees.add(text)
        }
        var parts = [TreePart]()
        var start = 0
        for index in entries.indices
        where ends(entries[index].name, 0, index + 1 - start) || index == entries.count - 1 {
            text.removeAll(keepingCapacity: true)
            TreeText.encode(Array(entries[start...index]), into: &text)
            let tree = try trees.add(text)
            parts.append(
                TreePart(
                    first: entries[start].name, last: entries[index].name,
                    count: index + 1 - start, tree: tree))
            start = index + 1
        }
        return try join(parts, into: &trees)
    }

    /// Writes the objects that lead to the parts.
    private mutating func join(
        _ lowest: [TreePart], into trees: inout TreeObjectWriter
    ) throws -> Digest {
        var parts = lowest
        var level = 1
        var text = [UInt8]()
        while parts.count > Self.objectLimit {
            var joined = [TreePart]()
            var start = 0
            for index in parts.indices
            where ends(parts[index].last, level, index + 1 - start) || index == parts.count - 1 {
                text.removeAll(keepingCapacity: true)
                TreeText.encode(Array(parts[start...index]), into: &text)
                let tree = try trees.add(text)
                joined.append(
                    TreePart(
                        first: parts[start].first, last: parts[index].last,
                        count: parts[start...index].reduce(0) { $0 + $1.count }, tree: tree))
                start = index + 1
            }
            parts = joined
            level += 1
        }
        text.removeAll(keepingCapacity: true)
        TreeText.encode(parts, into: &text)
        return try trees.add(text)
    }

    /// Whether a part of `count` lines ends after this name on this level.
    ///
    /// Each level judges other bits of the name's digest: names that end parts have all passed the test below.
    private mutating func ends(_ name: [UInt8], _ level: Int, _ count: Int) -> Bool {
        if count >= Self.partLimit { return true }
        let words = hash.digest(of: name.span).words
        let quarter: UInt64
        switch level / 2 {
        case 0: quarter = words.0
        case 1: quarter = words.1
        case 2: quarter = words.2
        case 3: quarter = words.3
        default: return false
        }
        return (level % 2 == 0 ? quarter >> 59 : quarter >> 27 & 31) == 0
    }
}
