package import SnapshotModel

/// Makes a directory's new tree out of its old one and what changed.
///
/// The objects are those that ``TreeSplitter`` makes of the whole new listing. But of a large directory only those
/// are read that lead to a changed name, and those behind it until the parts end where they ended before.
package struct TreeEditor: ~Copyable {
    private var splitter = TreeSplitter()

    /// Makes an editor, which serves any number of directories in turn.
    package init() {}

    /// Edits one directory.
    ///
    /// - Parameters:
    ///   - tree: The old tree; `nil` for a new directory.
    ///   - changes: What changed, sorted by the bytes of the names, each name once.
    ///   - source: Has the objects of the old tree.
    ///   - sink: Takes the new objects.
    /// - Returns: The new tree.
    /// - Throws: What `source` and `sink` throw, and `damaged` for an old tree that is not as it was written.
    package mutating func edit<Sink: TreeObjectSink & ~Copyable>(
        _ tree: Digest?, _ changes: [NameChange], from source: any TreeSource,
        into sink: inout Sink
    ) throws -> Digest {
        var old = StoredTree(tree, source: source)
        return try edit(&old, changes, into: &sink)
    }

    /// The same for a tree of which some may have been read already.
    mutating func edit<Sink: TreeObjectSink & ~Copyable>(
        _ old: inout StoredTree, _ changes: [NameChange], into sink: inout Sink
    ) throws -> Digest {
        var count = 0
        var lines: [LineChange<TreeEntry>] = []
        for change in changes {
            let before = try old.entry(named: change.name)
            if case .put(let entry) = change {
                guard entry != before else { continue }
                lines.append(LineChange(key: entry.name, line: entry))
                if before == nil { count += 1 }
            } else if before != nil {
                lines.append(LineChange(key: change.name))
                count -= 1
            }
        }
        if lines.isEmpty, let tree = old.tree { return tree }
        count += try old.count()
        let height = try lines.first.map { try old.height(at: $0.key) } ?? 0
        defer { splitter.stored = [] }
        guard height > 0, count > TreeSplitter.objectLimit else {
            return try finish(&old, lines, level: 0, height: height, into: &sink)
        }
        var (parts, growth) = try regroup(&old, lines, level: 0, depth: height, into: &sink)
        var level = 1
        while level < height, !parts.isEmpty,
            try isSplit(&old, level: level, depth: height - level, growth: growth)
        {
            (parts, growth) = try regroup(
                &old, parts, level: level, depth: height - level, into: &sink)
            level += 1
        }
        if parts.isEmpty, let tree = old.tree { return tree }
        return try finish(&old, parts, level: level, height: height, into: &sink)
    }

    /// Splits all lines of a level, the one on which there are few enough of them for one object, or were.
    private mutating func finish<Line: TreeListed, Sink: TreeObjectSink & ~Copyable>(
        _ old: inout StoredTree, _ changes: [LineChange<Line>], level: Int, height: Int,
        into sink: inout Sink
    ) throws -> Digest {
        var lines: [Line] = []
        var node = try old.object(holding: [], depth: height - level)
        lines += try old.lines(of: node)
        while old.hasNext(node) {
            node = try old.next(node)
            lines += try old.lines(of: node)
        }
        splitter.stored = old.read
        return try splitter.split(
            LineChange.merge(lines, changes[...]), level: level, into: &sink)
    }

    /// Writes the parts of a level that are new, and says how the lines that lead to them change and how many
    /// more those are.
    private mutating func regroup<Line: TreeListed, Sink: TreeObjectSink & ~Copyable>(
        _ old: inout StoredTree, _ changes: [LineChange<Line>], level: Int, depth: Int,
        into sink: inout Sink
    ) throws -> (changes: [LineChange<TreePart>], growth: Int) {
        var found: [LineChange<TreePart>] = []
        var growth = 0
        var rest = changes[...]
        while let change = rest.first {
            var node = try old.object(holding: change.key, depth: depth)
            var before: [TreePart] = []
            var after: [TreePart] = []
            var open: [Line] = []
            var hasNext = true
            repeat {
                if !before.isEmpty { node = try old.next(node) }
                let part = try old.part(node)
                before.append(part)
                hasNext = old.hasNext(node)
                // What is behind the last part belongs to it.
                let end =
                    hasNext
                    ? rest.firstIndex { part.last.lexicographicallyPrecedes($0.key) } : nil
                let lines = LineChange.merge(
                    try old.lines(of: node), rest[..<(end ?? rest.endIndex)])
                rest = rest[(end ?? rest.endIndex)...]
                splitter.stored = old.read
                try splitter.cut(lines, level: level, open: &open, into: &after, &sink)
                if !hasNext, !open.isEmpty {
                    after.append(try splitter.close(&open, into: &sink))
                }
                // A set of two owners is copied when it grows.
                splitter.stored = []
            } while !open.isEmpty
            growth += after.count - before.count
            found += LineChange.difference(from: before, to: after)
        }
        return (found, growth)
    }

    /// Whether a level, which was split before, still has too many lines for one object.
    private func isSplit(
        _ old: inout StoredTree, level: Int, depth: Int, growth: Int
    ) throws -> Bool {
        if growth >= 0 { return true }
        var node = try old.object(holding: [], depth: depth)
        var count = growth
        while true {
            let lines: [TreePart] = try old.lines(of: node)
            count += lines.count
            if count > TreeSplitter.objectLimit { return true }
            guard old.hasNext(node) else { return false }
            node = try old.next(node)
        }
    }
}
