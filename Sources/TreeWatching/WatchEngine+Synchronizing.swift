internal import LinuxSystem
internal import SnapshotModel

extension WatchEngine {
    /// Directories may go on arriving while they are visited; so many times is enough.
    private static let mostRounds = 64
    /// Events may go on being lost while the tree is walked for those that were.
    private static let mostWalks = 3

    /// Takes everything into account that happened before the call, and hands out what is dirty.
    func syncPoint(_ id: Int) -> DirtySet {
        guard let root = roots[id] else { return DirtySet(everything: "it is not watched") }
        checkRoot(root)
        var walksLeft = Self.mostWalks
        func walkIfAsked() {
            guard root.walkDue != nil, root.isPresent, walksLeft > 0 else { return }
            walksLeft -= 1
            walkTree(of: root)
        }
        walkIfAsked()
        var probe = retryUncovered(root)
        var rounds = 0
        while true {
            let before = visits
            runRound(silent: id)
            walkIfAsked()
            if let path = probe, root.uncovered[path] == nil {
                retry(root.uncovered.keys.filter { $0 != path }, of: root)
                probe = nil
            }
            // Events of the visited directories may be queued by now.
            if visits == before, arrivals.isEmpty, isDrained { break }
            rounds += 1
            if rounds == Self.mostRounds {
                root.noteEverything("directories keep arriving")
                break
            }
        }
        if root.names.close() { root.dirty.insertDoubt() }
        let dirty = root.dirty
        root.dirty = DirtySet()
        root.isTold = false
        table.forgetNotes()
        // A directory that came unheard has no watch before the next walk, so more may happen unheard.
        if root.walkDue != nil {
            root.noteEverything("events are lost faster than the tree is walked")
        }
        return dirty
    }

    /// Takes a dirty set back whose snapshot failed.
    func putBack(_ id: Int, _ dirty: DirtySet) {
        guard let root = roots[id] else { return }
        root.dirty.formUnion(dirty)
        // Names that came before the sync point may have gone since, and no scan has seen them.
        if !dirty.isEmpty { root.dirty.insertDoubt() }
    }

    /// How well a tree is watched.
    func statistics(_ id: Int) -> WatchStatistics {
        var statistics = WatchStatistics()
        guard let root = roots[id] else { return statistics }
        statistics.directories = table.count(root: id)
        statistics.watches = table.count + ancestors.keys.count { !table.contains($0) }
        let limit = source.watchLimit
        statistics.watchLimit = limit.count
        statistics.watchLimitName = limit.sysctl
        statistics.overflows = overflows
        statistics.unknownEvents = unknownEvents
        statistics.walks = root.walks
        statistics.dirty =
            root.dirty.everything ? statistics.directories : root.dirty.names.count
        statistics.isRootPresent = root.isPresent
        statistics.uncovered = root.uncovered
            .map {
                UncoveredDirectory(
                    path: $0.key, reason: $0.value.words, isBeyondLimit: $0.value.isBeyondLimit)
            }
            .sorted { $0.path < $1.path }
        return statistics
    }

    /// Tries again to watch what could not be watched.
    ///
    /// Of what is beyond the limit of watches only one directory, which is returned: thousands would fail alike.
    private func retryUncovered(_ root: RootState) -> BytePath? {
        guard root.isPresent, !root.uncovered.isEmpty else { return nil }
        guard root.watch != nil, root.uncovered[.root] == nil else {
            walkTree(of: root)
            return nil
        }
        let probe = root.uncovered.first { $0.value.isBeyondLimit }?.key
        retry(
            root.uncovered.filter { !$0.value.isBeyondLimit || $0.key == probe }.map(\.key),
            of: root)
        return probe
    }

    private func retry(_ paths: [BytePath], of root: RootState) {
        guard let top = root.watch else { return }
        for path in paths {
            guard let parent = path.parent, let watch = table.find(parent, below: top) else {
                root.uncovered[path] = nil
                continue
            }
            arrivals.append(Arrival(parent: watch, name: path.name))
        }
    }
}
