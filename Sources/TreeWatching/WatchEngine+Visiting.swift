internal import LinuxSystem
internal import SnapshotModel

extension WatchEngine {
    /// How long a visit of many directories may go on before the kernel's queue is emptied.
    private static let collectInterval = Duration.milliseconds(10)

    /// Watches and lists every directory that arrived, and what is in it.
    func visitArrivals() {
        guard !arrivals.isEmpty else { return }
        let waiting = arrivals
        arrivals = []
        let byRoot = Dictionary(grouping: waiting) { table.entry($0.parent)?.root }
        for (id, group) in byRoot {
            guard let id, let root = roots[id], root.isPresent else { continue }
            withDirectory(of: root) { directory in
                visit(group.reversed(), of: root, directory)
            }
        }
    }

    /// Watches the whole tree again and forgets what is not in it any more.
    func walkTree(of root: RootState) {
        let (known, wasNews) = (Set(root.uncovered.keys), root.isMoreUncovered)
        root.walkDue = nil
        root.walks += 1
        walk += 1
        var isThere = false
        withDirectory(of: root) { directory in
            isThere = true
            root.uncovered = [:]
            visitRoot(root, directory)
        }
        root.isMoreUncovered = wasNews || !known.isSuperset(of: root.uncovered.keys)
        guard isThere else { return }
        for watch in table.unseen(root: root.id, by: walk) where table.contains(watch) {
            drop(watch)
        }
    }

    /// Watches and lists the root's directory and all below it.
    func visitRoot(_ root: RootState, _ directory: borrowing FileDescriptor) {
        do throws(SystemError) {
            let watch = try source.add(directory, for: .tree)
            if let old = root.watch, old != watch { drop(old) }
            if let node = table[watch] {
                guard node.root == root.id, node.parent == nil else {
                    return root.noteUncovered(.root, "another watched directory holds it")
                }
                table.mark(watch, walk: walk)
            } else {
                tombstones.remove(watch)
                let node = Node(
                    parent: nil, name: [], root: root.id, identity: root.identity, walk: walk)
                table.insert(node, watch: watch)
            }
            root.watch = watch
            let inner = try directory.openBeneath(.root, [.readOnly, .directory])
            let found = try directories(in: inner, at: .root, root)
            visit(found.map { Arrival(parent: watch, name: $0, kind: .walk) }, of: root, directory)
        } catch {
            root.noteUncovered(
                .root, words(for: error.errno), isBeyondLimit: error.errno == .noSpace)
        }
    }

    /// Watches and lists directories, the last one first, with all that is in them.
    private func visit(
        _ first: [Arrival], of root: RootState, _ directory: borrowing FileDescriptor
    ) {
        var pending = first
        var collected = MonotonicInstant.now
        while let arrival = pending.popLast() {
            guard table.contains(arrival.parent) else { continue }
            let path = table.path(of: arrival.parent).appending(arrival.name)
            do throws(SystemError) {
                pending += try visitOne(arrival, path, of: root, directory)
                root.uncovered[path] = nil
            } catch {
                switch error.errno {
                // Gone, or not a directory any more: its parent's events tell.
                case .noEntry, .notDirectory, .loop, .crossDevice: root.uncovered[path] = nil
                default:
                    root.noteUncovered(
                        path, words(for: error.errno), isBeyondLimit: error.errno == .noSpace)
                }
            }
            let now = MonotonicInstant.now
            if now - collected > Self.collectInterval {
                collect()
                collected = now
            }
        }
    }

    /// Watches and lists one directory and returns the directories in it that are to be visited.
    private func visitOne(
        _ arrival: Arrival, _ path: BytePath, of root: RootState,
        _ directory: borrowing FileDescriptor
    ) throws(SystemError) -> [Arrival] {
        let found = try directory.openBeneath(path, [.readOnly, .directory, .noFollow])
        let identity = try found.status().identity
        if root.specification.ownIdentities.contains(identity) { return [] }
        if root.specification.oneFileSystem, identity.device != root.identity.device { return [] }
        let watch = try source.add(found, for: .tree)
        departures.remove(watch)
        var kind = arrival.kind
        if let node = table[watch] {
            table.mark(watch, walk: walk)
            if node.parent != arrival.parent || node.name != arrival.name {
                guard !isElsewhere(watch, node, arrival, root, directory) else {
                    throw SystemError("inotify_add_watch", path: path, errno: .exists)
                }
                replaceChild(of: arrival, by: watch)
                table.move(watch, to: arrival.parent, name: arrival.name)
                kind = .moved
            } else if kind == .event, root.uncovered[path] == nil {
                // Watched and listed since it came: all later changes have events of their own.
                return []
            }
        } else {
            replaceChild(of: arrival, by: watch)
            tombstones.remove(watch)
            let node = Node(
                parent: arrival.parent, name: arrival.name, root: root.id, identity: identity,
                walk: walk)
            table.insert(node, watch: watch)
            if kind == .walk {
                root.dirty.insert(path)
            } else {
                root.names.begin(watch)
                kind = .moved
            }
        }
        if kind == .moved { root.noteChange(in: path, isDelete: false) }
        return try directories(in: found, at: path, root).map { name in
            Arrival(parent: watch, name: name, kind: kind)
        }
    }

    private func replaceChild(of arrival: Arrival, by watch: Int32) {
        guard let known = table.child(of: arrival.parent, named: arrival.name), known != watch
        else { return }
        drop(known)
    }

    /// Whether a directory that arrived can still be reached where it was seen before.
    ///
    /// That is so for a second mount of it, which cannot have a watch of its own.
    private func isElsewhere(
        _ watch: Int32, _ node: Node, _ arrival: Arrival, _ root: RootState,
        _ directory: borrowing FileDescriptor
    ) -> Bool {
        guard node.root == root.id, node.parent != nil, !table.isInside(arrival.parent, watch)
        else { return true }
        let path = table.path(of: watch)
        // Any error means that it cannot.
        let found = try? directory.openBeneath(path, [.pathOnly, .directory, .noFollow]).status()
        return found?.identity == node.identity
    }

    private func directories(
        in directory: borrowing FileDescriptor, at path: BytePath, _ root: RootState
    ) throws(SystemError) -> [[UInt8]] {
        visits += 1
        var unclear: [[UInt8]] = []
        var found: [[UInt8]] = []
        let isRelevant = root.specification.isRelevant
        try directory.directoryNames(using: &listing) { name, isCertain in
            guard isCertain else { return unclear.append(name) }
            if isRelevant(path, name, true) { found.append(name) }
        }
        for name in unclear {
            // Gone since it was listed: its parent's events tell.
            guard let status = try? directory.status(of: name) else { continue }
            if status.kind == .directory, isRelevant(path, name, true) {
                found.append(name)
            }
        }
        return found
    }

    private func words(for reason: Errno) -> String {
        if reason == .exists { return "the same directory is watched at another place" }
        guard reason == .noSpace else { return reason.message }
        let limit = source.watchLimit
        return "the limit of watches is reached (\(limit.sysctl) = \(limit.count), "
            + "in use here \(table.count))"
    }
}
