internal import LinuxSystem
internal import SnapshotModel

/// What a directory tree holds that the snapshot does not have.
struct ExtraTree {
    /// Everything that may be removed, each directory after what it holds.
    var deletions: [RestoreDeletion] = []
    /// What stood there, directories left out.
    var found: [BytePath: FoundState] = [:]
    /// Whether nothing would be left.
    var isRemovable = true
}

extension PlanningWalk {
    /// Looks for names in a directory that the snapshot does not have.
    mutating func surveyExtras(
        besides entries: [TreeEntry], in directory: borrowing FileDescriptor, level: Level,
        root: borrowing FileDescriptor
    ) throws {
        let stored = Set(entries.map(\.name))
        for (name, status) in try statuses(in: directory) where !stored.contains(name) {
            let source = level.source.appending(name)
            guard mayRemove(source, status, rules: level.rules) else { continue }
            guard request.delete || isInPlace else {
                plan.extras.add(status.kind == .file ? status.size : 0)
                continue
            }
            let tree = try survey(
                at: level.target.appending(name), source: source, status: status,
                rules: level.rules, root: root)
            let files = tree.deletions.filter { $0.kind != .directory }
            if request.delete {
                remove(tree)
                for file in files { plan.counts.delete.add(file.size) }
            } else {
                for file in files { plan.extras.add(file.size) }
            }
        }
    }

    /// Whether a directory that stands where something else must be can go, with all that it holds.
    mutating func canRemoveDirectory(
        at path: BytePath, source: BytePath, status: FileStatus, rules: HidingRules,
        root: borrowing FileDescriptor
    ) throws -> Bool {
        guard status.mountID == rootStatus.mountID else {
            fail(path, .inTheWay, "something is mounted there")
            return false
        }
        var tree = try survey(at: path, source: source, status: status, rules: rules, root: root)
        // The directory itself goes when its place is taken.
        if tree.isRemovable { tree.deletions.removeLast() }
        if tree.deletions.isEmpty, tree.isRemovable { return true }
        guard request.delete else {
            fail(path, .inTheWay, "a directory that is not empty is there; --delete removes it")
            return false
        }
        guard tree.isRemovable else {
            fail(path, .inTheWay, "a directory with excluded files is there")
            return false
        }
        remove(tree)
        for deletion in tree.deletions where deletion.kind != .directory {
            plan.counts.delete.add(deletion.size)
        }
        return true
    }

    private mutating func remove(_ tree: ExtraTree) {
        plan.deletions += tree.deletions
        plan.found.merge(tree.found) { $1 }
    }

    /// Elsewhere a directory may hold whole file systems, which nobody wants counted.
    private var isInPlace: Bool {
        if case .inPlace = request.destination { true } else { false }
    }

    /// Whether a name may be removed at all.
    private func mayRemove(
        _ source: BytePath, _ status: FileStatus, rules: HidingRules
    ) -> Bool {
        if request.forbidden.contains(status.identity) { return false }
        if status.mountID != rootStatus.mountID { return false }
        return !rules.hides(source, isDirectory: status.kind == .directory)
    }

    /// Lists everything below a name, each directory after what it holds.
    private func survey(
        at path: BytePath, source: BytePath, status: FileStatus, rules: HidingRules,
        root: borrowing FileDescriptor
    ) throws -> ExtraTree {
        var found = [FoundExtra(path: path, source: source, status: status, rules: rules)]
        var next = 0
        while next < found.count {
            if found[next].status.kind == .directory {
                try progress?.checkCancelled()
                try look(into: next, of: &found, root: root)
            }
            next += 1
        }
        var tree = ExtraTree()
        for index in found.indices.reversed() {
            let extra = found[index]
            if extra.isKept {
                if let holder = extra.holder { found[holder].isKept = true }
            } else {
                if extra.status.kind != .directory {
                    tree.found[extra.path] = FoundState(extra.status, isLost: true)
                }
                tree.deletions.append(
                    RestoreDeletion(
                        path: extra.path, kind: extra.status.kind,
                        size: extra.status.kind == .file ? extra.status.size : 0))
            }
        }
        tree.isRemovable = !found[0].isKept
        return tree
    }

    private func look(
        into index: Int, of found: inout [FoundExtra], root: borrowing FileDescriptor
    ) throws {
        let holder = found[index]
        do {
            let directory = try root.openBeneath(holder.path, [.readOnly, .directory])
            let rules = holder.rules.entering(holder.source, on: directory)
            for (name, status) in try statuses(in: directory) {
                let source = holder.source.appending(name)
                var extra = FoundExtra(
                    path: holder.path.appending(name), source: source, status: status,
                    rules: rules, holder: index)
                extra.isKept = !mayRemove(source, status, rules: rules)
                if extra.isKept { found[index].isKept = true } else { found.append(extra) }
            }
        } catch is SystemError {
            // What cannot be listed cannot be removed either.
            found[index].isKept = true
        }
    }

    private func statuses(
        in directory: borrowing FileDescriptor
    ) throws -> [(name: [UInt8], status: FileStatus)] {
        var names: [[UInt8]] = []
        try directory.names { name, _ in
            if !TemporaryName.matches(name) { names.append(name) }
        }
        var found: [(name: [UInt8], status: FileStatus)] = []
        for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            do throws(SystemError) {
                found.append((name, try directory.status(of: name)))
            } catch {
                guard error.errno == .noEntry else { throw error }
            }
        }
        return found
    }
}

/// One name of a tree that the snapshot does not have.
private struct FoundExtra {
    var path: BytePath
    var source: BytePath
    var status: FileStatus
    var rules: HidingRules
    var holder: Int?
    var isKept = false

    init(
        path: BytePath, source: BytePath, status: FileStatus, rules: HidingRules,
        holder: Int? = nil
    ) {
        self.path = path
        self.source = source
        self.status = status
        self.rules = rules
        self.holder = holder
    }
}
