internal import LinuxSystem
internal import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// A path as it was before its last change; of a deleted path, its last version.
    func beforeLastChange(_ path: BytePath) throws(UserError) -> Located {
        var newest: TreeEntry?
        var isFirst = true
        var oldest: StoredSnapshot?
        for snapshot in store.snapshots.reversed() where snapshot.damage == nil {
            try progress.checkCancelled()
            let view = try view(snapshot)
            let entry = try view.entry(at: path)
            if isFirst {
                isFirst = false
                newest = entry
            } else if let entry, newest.map({ entry.differs(from: $0) }) ?? true {
                return Located(view: view, path: path)
            } else if entry == nil, newest != nil {
                break
            }
            oldest = snapshot
        }
        guard newest != nil, let oldest else { throw neverThere(path) }
        throw UserError(
            .noPath, "\(path.display) has no version before its last change",
            why: "it is the same since \(oldest.number)",
            remedy: "snapctl versions \(paths.typed(path))", subject: path.display)
    }

    /// The newest snapshot that has all of some paths.
    func lastVersion(of wanted: [BytePath]) throws(UserError) -> SnapshotView {
        var seen: Set<BytePath> = []
        for snapshot in store.snapshots.reversed() where snapshot.damage == nil {
            try progress.checkCancelled()
            let view = try view(snapshot)
            var hasAll = true
            for path in wanted {
                if try view.entry(at: path) == nil { hasAll = false } else { seen.insert(path) }
            }
            if hasAll { return view }
        }
        if let absent = wanted.first(where: { !seen.contains($0) }) { throw neverThere(absent) }
        throw UserError(
            .noPath, "no snapshot has all of these paths",
            remedy: "restore them one by one, or name the snapshot")
    }

    func neverThere(_ path: BytePath) -> UserError {
        UserError(
            .noPath, "no snapshot of \(dataset) has \(path.display)",
            remedy: store.newest.flatMap { hintFromTop(path, in: $0) } ?? "snapctl ls latest -r",
            subject: path.display,
            near: store.newest.map { near(path, in: $0) } ?? [])
    }
}

extension TreeEntry {
    /// Whether what a name stands for differs: its kind, content, target or what is below it.
    func differs(from other: TreeEntry) -> Bool {
        kind != other.kind || contentIdentity != other.contentIdentity || tree != other.tree
            || target != other.target || device != other.device
    }
}
