internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// Finds paths in the trees of one snapshot after the other, looking only into directories that differ.
struct TreeFinding {
    let objects: StoreObjects
    let glob: PathGlob
    let progress: JobProgress
    private var found: [BytePath: FoundPath] = [:]
    /// The paths that the snapshot before has.
    private var present: Set<BytePath> = []
    private var before: TreeEntry?
    private var place = 0

    init(objects: StoreObjects, glob: PathGlob, progress: JobProgress) {
        self.objects = objects
        self.glob = glob
        self.progress = progress
    }

    /// Takes in the next snapshot by its root; one of which a tree cannot be read is passed over as a whole.
    mutating func take(_ root: TreeEntry) throws(UserError) {
        var changes: [(path: BytePath, now: TreeEntry?)] = []
        try compare(before, root, at: .root, into: &changes)
        for change in changes {
            if let now = change.now {
                let first = found[change.path]?.first ?? place
                found[change.path] = FoundPath(
                    path: change.path, first: first, last: place, entry: now)
                present.insert(change.path)
            } else {
                present.remove(change.path)
                found[change.path]?.last = place - 1
            }
        }
        before = root
        place += 1
    }

    /// What was found, in the order of the paths.
    func paths() -> [FoundPath] {
        found.values.map { path in
            var path = path
            if present.contains(path.path) { path.last = place - 1 }
            return path
        }.sorted { $0.path < $1.path }
    }

    private func compare(
        _ old: TreeEntry?, _ new: TreeEntry?, at path: BytePath,
        into changes: inout [(path: BytePath, now: TreeEntry?)]
    ) throws(UserError) {
        guard old != new else { return }
        try progress.checkCancelled()
        if !path.isRoot {
            if let new, glob.matches(path, new.kind) {
                changes.append((path, new))
            } else if let old, glob.matches(path, old.kind) {
                changes.append((path, nil))
            }
        }
        guard old?.tree != new?.tree else { return }
        let left = try names(in: old)
        let right = try names(in: new)
        let now = Dictionary(right.map { ($0.name, $0) }) { first, _ in first }
        let past = Dictionary(left.map { ($0.name, $0) }) { first, _ in first }
        for entry in left where now[entry.name] == nil {
            try compare(entry, nil, at: path.appending(entry.name), into: &changes)
        }
        for entry in right {
            try compare(
                past[entry.name], entry, at: path.appending(entry.name), into: &changes)
        }
    }

    private func names(in entry: TreeEntry?) throws(UserError) -> [TreeEntry] {
        guard let tree = entry?.tree else { return [] }
        return try objects.directory(tree)
    }
}
