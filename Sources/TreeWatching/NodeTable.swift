internal import LinuxSystem
internal import SnapshotModel

/// A watched directory.
struct Node {
    /// The watch of the directory above, `nil` for a root.
    var parent: Int32?
    /// Its name in that directory, empty for a root.
    var name: [UInt8]
    /// The root it belongs to.
    let root: Int
    /// What the directory was when its watch was made.
    let identity: FileIdentity
    /// The walk that saw it last.
    var walk: Int
    /// The watches of the directories in it.
    var children: Set<Int32> = []
}

/// Every watched directory by its watch, which the kernel never gives twice.
struct NodeTable {
    private struct Place: Hashable {
        var parent: Int32
        var name: [UInt8]
    }

    private var nodes: [Int32: Node] = [:]
    private var places: [Place: Int32] = [:]
    private var lastPath: (watch: Int32, path: BytePath)?

    /// How many directories are watched.
    var count: Int { nodes.count }

    /// The directory of a watch.
    subscript(watch: Int32) -> Node? { nodes[watch] }

    /// The watch of the directory `name` in a watched directory.
    func child(of parent: Int32, named name: [UInt8]) -> Int32? {
        places[Place(parent: parent, name: name)]
    }

    /// Adds a directory, which must not be there yet.
    mutating func insert(_ node: Node, watch: Int32) {
        nodes[watch] = node
        if let parent = node.parent {
            nodes[parent]?.children.insert(watch)
            places[Place(parent: parent, name: node.name)] = watch
        }
    }

    /// Notes which walk saw a directory last.
    mutating func mark(_ watch: Int32, walk: Int) {
        nodes[watch]?.walk = walk
    }

    /// Gives a directory with all below it another place.
    mutating func move(_ watch: Int32, to parent: Int32, name: [UInt8]) {
        guard let node = nodes[watch] else { return }
        lastPath = nil
        if let old = node.parent {
            nodes[old]?.children.remove(watch)
            places[Place(parent: old, name: node.name)] = nil
        }
        nodes[watch]?.parent = parent
        nodes[watch]?.name = name
        nodes[parent]?.children.insert(watch)
        places[Place(parent: parent, name: name)] = watch
    }

    /// Removes a directory with all below it and returns their watches.
    mutating func removeTree(_ watch: Int32) -> [Int32] {
        lastPath = nil
        if let node = nodes[watch], let parent = node.parent {
            nodes[parent]?.children.remove(watch)
        }
        var removed: [Int32] = []
        var pending = [watch]
        while let next = pending.popLast() {
            guard let node = nodes.removeValue(forKey: next) else { continue }
            if let parent = node.parent {
                let place = Place(parent: parent, name: node.name)
                if places[place] == next { places[place] = nil }
            }
            removed.append(next)
            pending.append(contentsOf: node.children)
        }
        return removed
    }

    /// A directory's path from its root.
    mutating func path(of watch: Int32) -> BytePath {
        if let lastPath, lastPath.watch == watch { return lastPath.path }
        var names: [[UInt8]] = []
        var current = nodes[watch]
        while let node = current, let parent = node.parent {
            names.append(node.name)
            current = nodes[parent]
        }
        let path = BytePath(Array(names.reversed().joined(separator: [UInt8(ascii: "/")])))
        lastPath = (watch, path)
        return path
    }

    /// The watch of the directory at a path below a root's directory.
    func find(_ path: BytePath, below root: Int32) -> Int32? {
        var current = root
        for name in path.components {
            guard let next = child(of: current, named: name) else { return nil }
            current = next
        }
        return current
    }

    /// Whether `watch` is `ancestor` or below it.
    func isInside(_ watch: Int32, _ ancestor: Int32) -> Bool {
        var current: Int32? = watch
        while let here = current {
            if here == ancestor { return true }
            current = nodes[here]?.parent
        }
        return false
    }

    /// The watches of a root that the walk did not see.
    func unseen(root: Int, by walk: Int) -> [Int32] {
        nodes.filter { $0.value.root == root && $0.value.walk != walk }.map(\.key)
    }

    /// How many directories of a root are watched.
    func count(root: Int) -> Int {
        nodes.values.count { $0.root == root }
    }
}
