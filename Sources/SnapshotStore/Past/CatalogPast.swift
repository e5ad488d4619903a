internal import SnapshotCatalog
internal import SnapshotModel

/// What the kept snapshots hold, as the catalog knows it: a history costs what the path's versions are.
struct CatalogPast: PastTrees {
    let store: Store

    func history(of path: BytePath) throws(UserError) -> PathHistory {
        // The catalog never knows less than what is shown: a snapshot is shown when the catalog has it.
        let (known, damaged) = store.keptSnapshots
        var history = PathHistory(known: known, unreadable: damaged)
        for version in try store.withCatalog({ try $0.versions(of: path) }) {
            let first = known.place(of: version.first)
            let end = version.last.map { known.place(of: $0 + 1) } ?? known.count
            // Every snapshot that had this version may be gone.
            guard first < end else { continue }
            history.states.append(.init(places: first...(end - 1), entry: version.entry))
        }
        return history
    }

    func entry(at path: BytePath, in snapshot: Int) throws(UserError) -> TreeEntry? {
        try store.withCatalog { try $0.entry(at: path, in: snapshot) }
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
