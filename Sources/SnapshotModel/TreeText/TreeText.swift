/// The text of a tree object: one line a name, keywords as in mtree(5), and only one way to write it.
///
/// Equal directories have equal texts, so equal digests. The order of keywords is fixed, defaults are never
/// written, lines are sorted by the names' bytes. `tree`, `type=part`, `xattr.NAME`, `data`,
/// `datadigest` and `missing` are our own.
package enum TreeText {
    /// Appends the lines of a directory's names, in the order of their bytes.
    package static func encode(_ entries: [TreeEntry], into text: inout [UInt8]) {
        if isSorted(entries) {
            for entry in entries { text.appendLine(entry) }
        } else {
            for entry in entries.sorted(by: precedes) { text.appendLine(entry) }
        }
    }

    /// Appends the lines of a large directory's parts, which must be in order.
    package static func encode(_ parts: [TreePart], into text: inout [UInt8]) {
        for part in parts { text.appendLine(part) }
    }

    /// Reads a tree object, refusing every text that `encode` would not have written.
    package static func parse(_ text: [UInt8]) throws(TreeTextError) -> [TreeLine] {
        var parser = TreeParser(text)
        return try parser.parseAll()
    }

    /// Appends a name as tree objects write it.
    package static func escape(_ name: [UInt8], into text: inout [UInt8]) {
        text.appendEscaped(name)
    }

    /// Whether a byte of a name is written as a backslash and three octal digits.
    static func isEscaped(_ byte: UInt8) -> Bool {
        if byte <= 0x20 || byte >= 0x7F { return true }
        return switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: "="), UInt8(ascii: "*"),
            UInt8(ascii: "?"), UInt8(ascii: "["):
            true
        default: false
        }
    }

    private static func precedes(_ left: TreeEntry, _ right: TreeEntry) -> Bool {
        left.name.lexicographicallyPrecedes(right.name)
    }

    private static func isSorted(_ entries: [TreeEntry]) -> Bool {
        var position = 1
        while position < entries.count {
            guard precedes(entries[position - 1], entries[position]) else { return false }
            position += 1
        }
        return true
    }
}

extension EntryKind {
    /// The kind as mtree(5) names it.
    package var mtreeName: String {
        switch self {
        case .file: "file"
        case .directory: "dir"
        case .link: "link"
        case .fifo: "fifo"
        case .socket: "socket"
        case .characterDevice: "char"
        case .blockDevice: "block"
        }
    }
}
