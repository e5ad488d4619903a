internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

extension RestoreJob {
    /// Makes the directories that are not there, and opens up those in which names change.
    func makeDirectories() {
        if !isBeside { unlockDirectories() }
        for (index, item) in plan.items.enumerated() where item.entry.kind == .directory {
            guard item.action == .create || item.action == .overwrite else { continue }
            if progress.isCancelled { return }
            if isLost(item.path) { continue }
            do throws(SystemError) {
                try makeDirectory(item, index: index)
            } catch {
                findings.withLock { _ = $0.lost.insert(item.path) }
                fail(index, item.path, error)
            }
        }
    }

    private func makeDirectory(_ item: RestoreItem, index: Int) throws(SystemError) {
        let holder = item.path.parent ?? .root
        let directory = try open(holder)
        guard item.action == .overwrite else {
            do throws(SystemError) {
                try directory.makeDirectory(item.path.name, mode: 0o700)
            } catch {
                // Somebody made it since: all the better.
                guard error.errno == .exists,
                    try directory.status(of: item.path.name).kind == .directory
                else { throw error }
            }
            return
        }
        let temporary = names.name(index)
        try directory.makeDirectory(temporary, mode: 0o700)
        findings.withLock {
            $0.hidden[item.path] = HiddenDirectory(
                index: index, holder: holder, temporary: temporary)
        }
    }

    /// Makes the directories that are there writable where names change in them, and removes what a killed
    /// restore left.
    private func unlockDirectories() {
        var touched: Set<BytePath> = []
        for item in plan.items where item.action == .create || item.action == .overwrite {
            touched.insert(item.path.parent ?? .root)
        }
        for index in links.linked {
            touched.insert(plan.items[index].path.parent ?? .root)
        }
        for deletion in plan.deletions { touched.insert(deletion.path.parent ?? .root) }
        let made = Set(
            plan.items.filter { $0.entry.kind == .directory && $0.existing != .directory }
                .map(\.path))
        // Those further up come first, or nobody could reach those below.
        for path in touched.subtracting(made).sorted() {
            do throws(SystemError) {
                try unlock(path)
            } catch {
                // What has to be done in there will fail and say why.
                continue
            }
        }
        findings.withLock { $0.touched = touched }
    }

    private func unlock(_ path: BytePath) throws(SystemError) {
        let directory: FileDescriptor
        do throws(SystemError) {
            directory = try open(path)
        } catch {
            guard error.errno == .accessDenied, let parent = path.parent else { throw error }
            let holder = try open(parent)
            let mode = try holder.status(of: path.name).mode
            try holder.setMode(of: path.name, mode | 0o700)
            findings.withLock { $0.unlocked.append((path, mode)) }
            directory = try open(path)
        }
        let mode = try directory.status().mode
        if mode & 0o300 != 0o300 {
            try directory.setMode(mode | 0o700)
            findings.withLock { $0.unlocked.append((path, mode)) }
        }
        try TemporaryNames.removeLeftovers(in: directory)
    }

    /// Opens a directory of the target, which no link can lead out of it, wherever it is made.
    func open(_ path: BytePath) throws(SystemError) -> FileDescriptor {
        let place = findings.withLock { $0.place(of: path) }
        return try root.openBeneath(place, [.readOnly, .directory])
    }
}
