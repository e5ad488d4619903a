internal import SnapshotModel

extension NodeTable {
    /// A directory's path from its root.
    mutating func path(of watch: Int32) -> BytePath {
        if let lastPath, lastPath.watch == watch { return lastPath.path }
        var slices: [NameTable.Slice] = []
        var current = entry(watch)
        while let entry = current, entry.parent != Self.none {
            slices.append(entry.name)
            current = self.entry(entry.parent)
        }
        let path = BytePath(names.joined(slices.reversed()))
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
        var current = watch
        while current != Self.none {
            if current == ancestor { return true }
            current = entry(current)?.parent ?? Self.none
        }
        return false
    }

    /// The watches of a root that the walk did not see.
    func unseen(root: Int, by walk: Int) -> [Int32] {
        entries.lazy
            .filter { $0.watch != Self.none && $0.root == root && $0.walk != walk }
            .map(\.watch)
    }

    /// How many directories of a root are watched.
    func count(root: Int) -> Int {
        entries.count { $0.watch != Self.none && $0.root == root }
    }
}
