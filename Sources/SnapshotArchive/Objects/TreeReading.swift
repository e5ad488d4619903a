package import SnapshotModel

/// Goes through the objects of a directory's tree, wherever a function gets their texts from.
package enum TreeReading {
    /// The deepest splitting of a directory that is read: a million names take four levels.
    private static let deepestSplit = 16

    /// What a directory holds, in the order of the names' bytes, however its tree is split.
    package static func directory(
        _ tree: Digest, reading: (Digest) throws(UserError) -> [UInt8]
    ) throws(UserError) -> [TreeEntry] {
        var entries = [TreeEntry]()
        try visit(tree, reading: reading) { _, part in entries.append(contentsOf: part) }
        return entries
    }

    /// The entry of a name in a directory; of a split one, only the parts on the way are read.
    package static func entry(
        named name: [UInt8], in tree: Digest, reading: (Digest) throws(UserError) -> [UInt8]
    ) throws(UserError) -> TreeEntry? {
        var tree = tree
        for _ in 0..<deepestSplit {
            var next: Digest?
            for line in try lines(of: tree, reading: reading) {
                switch line {
                case .entry(let entry) where entry.name == name: return entry
                case .part(let part) where part.spans(name): next = part.tree
                default: continue
                }
            }
            guard let next else { return nil }
            tree = next
        }
        return nil
    }

    /// Reads all objects of one directory in order and gives `body` each with the entries it lists itself.
    package static func visit(
        _ tree: Digest, reading: (Digest) throws(UserError) -> [UInt8],
        _ body: (Digest, [TreeEntry]) throws(UserError) -> Void
    ) throws(UserError) {
        try visit(tree, depth: 0, reading: reading, body)
    }

    private static func visit(
        _ tree: Digest, depth: Int, reading: (Digest) throws(UserError) -> [UInt8],
        _ body: (Digest, [TreeEntry]) throws(UserError) -> Void
    ) throws(UserError) {
        guard depth < deepestSplit else { throw damage(tree, "is split too often") }
        var entries = [TreeEntry]()
        var parts = [Digest]()
        for line in try lines(of: tree, reading: reading) {
            switch line {
            case .entry(let entry): entries.append(entry)
            case .part(let part): parts.append(part.tree)
            }
        }
        try body(tree, entries)
        for part in parts { try visit(part, depth: depth + 1, reading: reading, body) }
    }

    /// The lines of one object.
    static func lines(
        of tree: Digest, reading: (Digest) throws(UserError) -> [UInt8]
    ) throws(UserError) -> [TreeLine] {
        let text = try reading(tree)
        do throws(TreeTextError) {
            return try TreeText.parse(text)
        } catch {
            throw damage(tree, "cannot be read", why: error.description)
        }
    }

    private static func damage(_ tree: Digest, _ what: String, why: String? = nil) -> UserError {
        UserError(
            .damaged, "the tree \(tree.hexadecimal) \(what)", why: why, remedy: "snapctl verify")
    }
}

extension TreeSource {
    /// What a directory holds, in the order of the names' bytes, however its tree is split.
    package func directory(_ tree: Digest) throws(UserError) -> [TreeEntry] {
        try TreeReading.directory(tree) { part throws(UserError) in try treeObject(part) }
    }

    /// The entry of a name in a directory; of a split one, only the parts on the way are read.
    package func entry(
        named name: [UInt8], in tree: Digest
    ) throws(UserError) -> TreeEntry? {
        try TreeReading.entry(named: name, in: tree) { part throws(UserError) in
            try treeObject(part)
        }
    }
}

extension TreePart {
    fileprivate func spans(_ name: [UInt8]) -> Bool {
        !name.lexicographicallyPrecedes(first) && !last.lexicographicallyPrecedes(name)
    }
}
