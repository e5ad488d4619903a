internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// What the kept snapshots hold, from their trees: of each only those along a path, and equal ones once.
struct TreePast: PastTrees {
    let store: Store
    let objects: StoreObjects

    init(store: Store) {
        self.store = store
        objects = store.objects
    }

    func history(of path: BytePath) throws(UserError) -> PathHistory {
        let (kept, damaged) = store.keptSnapshots
        let roots = roots()
        var steps = TreeSteps(names: path.components, objects: objects)
        var history = PathHistory(known: [], unreadable: damaged)
        for snapshot in kept {
            guard let root = roots[snapshot.number] else { continue }
            let entry: TreeEntry?
            do throws(UserError) {
                entry = try steps.entry(below: root)
            } catch {
                // What the others have counts, and whoever asked is told of this one.
                history.unreadable.append(snapshot.number)
                continue
            }
            let place = history.known.count
            history.known.append(snapshot)
            guard let entry else { continue }
            if let last = history.states.last, last.places.upperBound == place - 1,
                last.entry == entry
            {
                history.states[history.states.count - 1].places = last.places.lowerBound...place
            } else {
                history.states.append(.init(places: place...place, entry: entry))
            }
        }
        history.unreadable.sort()
        return history
    }

    func find(_ wanted: WantedPaths, _ progress: JobProgress) throws(UserError) -> FoundPaths {
        let (kept, damaged) = store.keptSnapshots
        let roots = roots()
        var found = FoundPaths(known: [], unreadable: damaged)
        var finding = TreeFinding(objects: objects, glob: wanted.glob, progress: progress)
        for snapshot in kept {
            guard let root = roots[snapshot.number] else { continue }
            do throws(UserError) {
                try finding.take(root)
                found.known.append(snapshot)
            } catch {
                guard error.code == .damaged else { throw error }
                found.unreadable.append(snapshot.number)
            }
        }
        found.unreadable.sort()
        found.paths = finding.paths().filter { wanted.wants($0, newest: found.known.count - 1) }
        return found
    }

    func entry(at path: BytePath, in snapshot: Int) throws(UserError) -> TreeEntry? {
        var steps = TreeSteps(names: path.components, objects: objects)
        return try steps.entry(below: try store.snapshot(snapshot).record.rootEntry)
    }

    func difference(
        of directory: BytePath, _ old: TreeEntry, in before: Int, _ new: TreeEntry?, in after: Int
    ) throws(UserError) -> (old: [TreeEntry], new: [TreeEntry]) {
        let left = try entries(of: directory, old, in: before)
        guard let new else { return (left, []) }
        return left.difference(to: try entries(of: directory, new, in: after))
    }

    func entries(
        of directory: BytePath, _ entry: TreeEntry, in snapshot: Int
    ) throws(UserError) -> [TreeEntry] {
        guard let tree = entry.tree else { return [] }
        return try objects.directory(tree)
    }

    private func roots() -> [Int: TreeEntry] {
        Dictionary(store.snapshots.map { ($0.number, $0.record.rootEntry) }) { first, _ in first }
    }
}

/// The way down a path through many trees, each of which is looked at once.
private struct TreeSteps {
    let names: [[UInt8]]
    let objects: StoreObjects
    /// What a tree of each depth has under the name that is looked for there.
    private var seen: [[Digest: Result<TreeEntry?, UserError>]]

    init(names: [[UInt8]], objects: StoreObjects) {
        self.names = names
        self.objects = objects
        seen = names.map { _ in [:] }
    }

    mutating func entry(below root: TreeEntry) throws(UserError) -> TreeEntry? {
        var entry = root
        for depth in names.indices {
            guard let tree = entry.tree, let next = try step(depth, tree) else { return nil }
            entry = next
        }
        return entry
    }

    private mutating func step(_ depth: Int, _ tree: Digest) throws(UserError) -> TreeEntry? {
        if let known = seen[depth][tree] { return try known.get() }
        let found = Result { () throws(UserError) in
            try objects.entry(named: names[depth], in: tree)
        }
        seen[depth][tree] = found
        return try found.get()
    }
}
