internal import SnapshotModel

/// Turns a directory's entries into tree objects: one, or for a large directory many.
///
/// Where a part ends depends on nothing but the names, so one change rewrites one part and the lines that lead
/// to it, however large the directory is.
struct TreeSplitter: ~Copyable {
    /// Objects that are stored already, and are not handed on.
    var stored: Set<Digest> = []
    private var hash = SHA256()
    private var text: [UInt8] = []

    /// An object of more lines than this is split.
    static let objectLimit = 64
    /// A part never has more lines than this.
    static let partLimit = 256

    /// Writes the objects of a directory, whose lines on this level are sorted by their names' bytes.
    mutating func split<Line: TreeListed, Sink: TreeObjectSink & ~Copyable>(
        _ lines: [Line], level: Int = 0, into sink: inout Sink
    ) throws -> Digest {
        guard lines.count > Self.objectLimit else { return try write(lines, into: &sink) }
        var parts: [TreePart] = []
        var open: [Line] = []
        try cut(lines, level: level, open: &open, into: &parts, &sink)
        if !open.isEmpty { parts.append(try close(&open, into: &sink)) }
        return try split(parts, level: level + 1, into: &sink)
    }

    /// Writes the parts that end among these lines; `open` is the part that goes on behind them.
    mutating func cut<Line: TreeListed, Sink: TreeObjectSink & ~Copyable>(
        _ lines: [Line], level: Int, open: inout [Line], into parts: inout [TreePart],
        _ sink: inout Sink
    ) throws {
        for line in lines {
            open.append(line)
            if ends(line.lastName, level, open.count) {
                parts.append(try close(&open, into: &sink))
            }
        }
    }

    /// Writes the part that ends with the last line of `open`, which is not empty, and begins a new one.
    mutating func close<Line: TreeListed, Sink: TreeObjectSink & ~Copyable>(
        _ open: inout [Line], into sink: inout Sink
    ) throws -> TreePart {
        let tree = try write(open, into: &sink)
        let part = TreePart(
            first: open[0].firstName, last: open[open.count - 1].lastName,
            count: open.reduce(0) { $0 + $1.nameCount }, tree: tree)
        open.removeAll(keepingCapacity: true)
        return part
    }

    private mutating func write<Line: TreeListed, Sink: TreeObjectSink & ~Copyable>(
        _ lines: [Line], into sink: inout Sink
    ) throws -> Digest {
        text.removeAll(keepingCapacity: true)
        Line.encode(lines, into: &text)
        if !stored.isEmpty {
            let object = text
            let tree = hash.digest(of: object.span)
            if stored.contains(tree) { return tree }
        }
        return try sink.add(text)
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
