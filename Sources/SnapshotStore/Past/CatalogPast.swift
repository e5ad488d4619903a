internal import LinuxSystem
internal import SnapshotCatalog
internal import SnapshotModel

/// What the kept snapshots hold, as the catalog knows it: a history costs what the path's versions are.
struct CatalogPast: PastTrees {
    let store: Store

    func history(of path: BytePath) throws(UserError) -> PathHistory {
        // The catalog never knows less than what is shown: a snapshot is shown when the catalog has it.
        let (known, damaged) = store.keptSnapshots
        let versions = try store.withCatalog { try $0.versions(of: path) }
        return PathHistory(
            known: known, states: Self.states(versions, known), unreadable: damaged)
    }

    func find(_ wanted: WantedPaths, _ progress: JobProgress) throws(UserError) -> FoundPaths {
        let glob = wanted.glob
        let (known, damaged) = store.keptSnapshots
        var found = FoundPaths(known: known, unreadable: damaged)
        // A path that is a file now may have been the directory that is looked for.
        let search = NameSearch(
            part: glob.literal, larger: wanted.larger,
            isDeleted: wanted.isDeleted && !glob.isForDirectories)
        let last = try store.withCatalog { try $0.lastNode() }
        for start in stride(from: 1, through: last, by: Self.batch) {
            try progress.checkCancelled()
            // Between two batches whoever saves has the catalog.
            let some = start...(start + Int64(Self.batch) - 1)
            let histories = try store.withCatalog { catalog in
                try catalog.nodes(search, among: some) { glob.matches(name: $0) }
                    .compactMap { try catalog.versions(of: $0) }
            }
            for history in histories {
                found.paths += Self.path(history.path, history.versions, glob, known)
            }
        }
        found.paths.removeAll { !wanted.wants($0, newest: known.count - 1) }
        found.paths.sort { $0.path < $1.path }
        return found
    }

    /// How many names are looked at before others may use the catalog.
    private static let batch = 2_000

    private static func path(
        _ path: BytePath, _ versions: [CatalogVersion], _ glob: PathGlob, _ known: [KeptSnapshot]
    ) -> [FoundPath] {
        let states = Self.states(versions, known).filter { glob.matches(path, $0.entry.kind) }
        guard let first = states.first, let last = states.last else { return [] }
        return [
            FoundPath(
                path: path, first: first.places.lowerBound, last: last.places.upperBound,
                entry: last.entry)
        ]
    }

    private static func states(
        _ versions: [CatalogVersion], _ known: [KeptSnapshot]
    ) -> [PathHistory.State] {
        versions.compactMap { version in
            let first = known.place(of: version.first)
            let end = version.last.map { known.place(of: $0 + 1) } ?? known.count
            // Every snapshot that had this version may be gone.
            return first < end
                ? PathHistory.State(places: first...(end - 1), entry: version.entry) : nil
        }
    }

    func entry(at path: BytePath, in snapshot: Int) throws(UserError) -> TreeEntry? {
        try store.withCatalog { try $0.entry(at: path, in: snapshot) }
    }

    func difference(
        of directory: BytePath, _ old: TreeEntry, in before: Int, _ new: TreeEntry?, in after: Int
    ) throws(UserError) -> (old: [TreeEntry], new: [TreeEntry]) {
        let (left, right) = try store.withCatalog { catalog in
            (
                try catalog.entries(of: directory, in: before, otherThanIn: after),
                new == nil
                    ? [] : try catalog.entries(of: directory, in: after, otherThanIn: before)
            )
        }
        return left.difference(to: right)
    }

    func entries(
        of directory: BytePath, _ entry: TreeEntry, in snapshot: Int
    ) throws(UserError) -> [TreeEntry] {
        try store.withCatalog { try $0.entries(of: directory, in: snapshot) }
    }
}

extension [KeptSnapshot] {
    /// The place of the first snapshot whose number is at least this one.
    fileprivate func place(of number: Int) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
