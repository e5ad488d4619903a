internal import SnapshotModel

/// A directory's tree as it is stored: only the objects on the way to what is asked for are read, each once.
struct StoredTree {
    /// One object, or the line that leads to one that was not read.
    private struct Node {
        /// The line that leads to it; `nil` for the object of the directory itself.
        var part: TreePart?
        var parent = 0
        /// Which child of its parent it is.
        var position = 0
        var lines: [TreeLine]?
        /// The objects that its lines lead to; none if they are names.
        var children: [Int] = []
    }

    /// The deepest splitting of a directory that is read.
    private static let deepest = 16

    /// The directory's tree; `nil` for one that holds nothing because it is new.
    let tree: Digest?
    /// The objects that were read.
    private(set) var read: Set<Digest> = []
    private let source: any TreeSource
    private var nodes: [Node]

    init(_ tree: Digest?, source: any TreeSource) {
        self.tree = tree
        self.source = source
        nodes = [Node(lines: tree == nil ? [] : nil)]
    }

    /// How many names the directory has.
    mutating func count() throws(UserError) -> Int {
        try load(0).reduce(0) { sum, line in
            if case .part(let part) = line { sum + part.count } else { sum + 1 }
        }
    }

    /// The entry of a name.
    mutating func entry(named name: [UInt8]) throws(UserError) -> TreeEntry? {
        let lines = try load(try object(holding: name, depth: nil))
        let index = Self.firstIndex(in: lines, notBefore: name)
        guard index < lines.count, case .entry(let entry) = lines[index], entry.name == name else {
            return nil
        }
        return entry
    }

    /// How many objects lead to a name, the directory's own not counted.
    mutating func height(at name: [UInt8]) throws(UserError) -> Int {
        var node = try object(holding: name, depth: nil)
        var height = 0
        while node != 0 {
            node = nodes[node].parent
            height += 1
        }
        return height
    }

    /// The object so far below the directory's own in which a name stands or would stand; without a depth the
    /// one that lists the name itself.
    mutating func object(holding name: [UInt8], depth: Int?) throws(UserError) -> Int {
        var node = 0
        var passed = 0
        while passed != depth {
            let lines = try load(node)
            guard !nodes[node].children.isEmpty else {
                if depth == nil { break }
                throw damage(node, why: "its parts are split unevenly")
            }
            let index = min(Self.firstIndex(in: lines, notBefore: name), lines.count - 1)
            node = nodes[node].children[index]
            passed += 1
            if passed > Self.deepest { throw damage(node, why: "it is split too often") }
        }
        return node
    }

    /// The lines of an object, which must be of this kind.
    mutating func lines<Line: TreeListed>(of node: Int) throws(UserError) -> [Line] {
        var found: [Line] = []
        for line in try load(node) {
            guard let line = Line(line) else {
                throw damage(node, why: "its parts are split unevenly")
            }
            found.append(line)
        }
        return found
    }

    /// The line that leads to an object other than the directory's own.
    func part(_ node: Int) throws(UserError) -> TreePart {
        guard let part = nodes[node].part else {
            throw damage(node, why: "its parts are split unevenly")
        }
        return part
    }

    /// Whether another object stands behind this one on its level.
    func hasNext(_ node: Int) -> Bool {
        var node = node
        while node != 0 {
            let parent = nodes[node].parent
            if nodes[node].position + 1 < nodes[parent].children.count { return true }
            node = parent
        }
        return false
    }

    /// The object behind this one on its level, which must have one.
    mutating func next(_ node: Int) throws(UserError) -> Int {
        var climbed = 0
        var node = node
        while nodes[node].position + 1 == nodes[nodes[node].parent].children.count {
            node = nodes[node].parent
            climbed += 1
        }
        node = nodes[nodes[node].parent].children[nodes[node].position + 1]
        for _ in 0..<climbed {
            _ = try load(node)
            guard let first = nodes[node].children.first else {
                throw damage(node, why: "its parts are split unevenly")
            }
            node = first
        }
        return node
    }
}

extension StoredTree {
    /// The first of some lines, sorted as they are, that ends with this name or behind it.
    private static func firstIndex(in lines: [TreeLine], notBefore name: [UInt8]) -> Int {
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            let last =
                switch lines[middle] {
                case .entry(let entry): entry.name
                case .part(let part): part.last
                }
            if last.lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func load(_ node: Int) throws(UserError) -> [TreeLine] {
        if let lines = nodes[node].lines { return lines }
        guard let tree = nodes[node].part?.tree ?? tree else { return [] }
        let text = try source.treeObject(tree)
        let lines: [TreeLine]
        do throws(TreeTextError) {
            lines = try TreeText.parse(text)
        } catch {
            throw damage(node, why: error.description)
        }
        read.insert(tree)
        nodes[node].lines = lines
        for (position, line) in lines.enumerated() {
            guard case .part(let part) = line else { break }
            nodes[node].children.append(nodes.count)
            nodes.append(Node(part: part, parent: node, position: position))
        }
        return lines
    }

    private func damage(_ node: Int, why: String) -> UserError {
        let tree = (nodes[node].part?.tree ?? tree)?.hexadecimal ?? ""
        return UserError(
            .damaged, "the tree \(tree) cannot be read", why: why, remedy: "snapctl verify")
    }
}
