internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

extension RestoreJob {
    /// Removes what the snapshot does not have, then puts files in the place of directories.
    func removeExtras() {
        progress.begin("deleting", files: plan.deletions.count)
        for (number, deletion) in plan.deletions.enumerated() {
            if progress.isCancelled { break }
            do throws(SystemError) {
                let holder = try open(deletion.path.parent ?? .root)
                if let failure = try change(of: deletion.path, in: holder) {
                    fail(plan.items.count + number, failure)
                    continue
                }
                try holder.remove(deletion.path.name, directory: deletion.kind == .directory)
                if deletion.kind != .directory {
                    findings.withLock { $0.summary.deleted.add(deletion.size) }
                }
            } catch {
                if error.errno != .noEntry {
                    fail(plan.items.count + number, deletion.path, error)
                }
            }
            progress.add(files: 1)
        }
        let waiting = findings.withLock { findings in
            defer { findings.waiting = [] }
            return findings.waiting
        }
        for file in waiting { takePlace(file) }
    }

    private func takePlace(_ file: PreparedFile) {
        let item = plan.items[file.index]
        do throws(SystemError) {
            let directory = try open(file.directory)
            try directory.remove(item.path.name, directory: true)
            try directory.rename(
                file.temporary, to: directory, item.path.name, replacing: false)
            succeed(item)
        } catch {
            fail(file.index, item.path, error)
            drop([file])
        }
    }

    /// Sets modes, owners and times of directories, those inside first.
    func finish() {
        let found = findings.withLock { $0 }
        drop(found.waiting)
        let directories = plan.items.indices.filter { index in
            let item = plan.items[index]
            return item.entry.kind == .directory && !found.lost.contains(item.path)
                && isToBeSet(item, touched: found.touched)
        }
        progress.begin("finishing", files: directories.count)
        for index in directories.reversed() {
            setDirectory(plan.items[index], index: index)
            progress.add(files: 1)
        }
        relock(found.unlocked, except: Set(directories.map { plan.items[$0].path }))
        if let entry = plan.rootEntry { apply(entry, to: root, path: .root, index: -1) }
        if plan.adjustsRoot { findings.withLock { $0.summary.directories += 1 } }
    }

    /// Puts everything on the disk.
    func secure() throws(SystemError) {
        guard isSmall else { return try root.synchronizeFileSystem() }
        var directories = findings.withLock { $0.touched }
        for item in plan.items where item.action != .same {
            directories.insert(
                item.entry.kind == .directory ? item.path : item.path.parent ?? .root)
        }
        directories.insert(.root)
        for path in directories {
            do throws(SystemError) {
                try open(path).synchronize()
            } catch {
                // What could not be made, or was removed, need not be secured.
                guard
                    error.errno == .noEntry || error.errno == .notDirectory
                        || error.errno == .loop || error.errno == .accessDenied
                else { throw error }
            }
        }
    }

    private func isToBeSet(_ item: RestoreItem, touched: Set<BytePath>) -> Bool {
        if item.action != .same { return true }
        return !item.isPassing && touched.contains(item.path)
    }

    private func setDirectory(_ item: RestoreItem, index: Int) {
        if isLost(item.path) { return }
        do throws(SystemError) {
            let directory = try open(item.path)
            apply(item.entry, to: directory, path: item.path, index: index)
            if item.action != .same { succeed(item) }
        } catch {
            // A cancelled restore has not made them all.
            if error.errno == .noEntry, !mayGoOn { return }
            fail(index, item.path, error)
        }
    }

    /// Sets modes, owners and times of files whose content was right.
    func adjustFiles() {
        for (index, item) in plan.items.enumerated() {
            guard item.action == .adjust, item.entry.kind != .directory else { continue }
            guard mayGoOn else { return }
            if let inode = item.inode { findings.withLock { _ = $0.adjusted.insert(inode) } }
            do throws(SystemError) {
                let directory = try open(item.path.parent ?? .root)
                guard item.entry.kind == .file else {
                    apply(
                        item.entry, to: item.entry.name, in: directory, path: item.path,
                        index: index)
                    succeed(index)
                    continue
                }
                try adjustFile(item, index: index, in: directory)
                succeed(index)
            } catch {
                fail(index, item.path, error)
            }
        }
    }

    /// Counts a name that was set right; one that is to be linked as well is counted then.
    private func succeed(_ index: Int) {
        if links.first(for: index) == nil { succeed(plan.items[index]) }
    }

    private func adjustFile(
        _ item: RestoreItem, index: Int, in directory: borrowing FileDescriptor
    ) throws(SystemError) {
        do throws(SystemError) {
            let file = try directory.open(
                item.entry.name, [.readOnly, .noFollow, .nonBlocking])
            guard try file.status().kind == .file else {
                throw SystemError("openat", path: item.path, errno: .exists)
            }
            apply(item.entry, to: file, path: item.path, index: index)
        } catch {
            // An owner who may not read the file may still set it right.
            guard error.errno == .accessDenied else { throw error }
            apply(
                item.entry, to: item.entry.name, in: directory, path: item.path, index: index)
        }
    }

    /// Gives directories that were opened up, but are not restored themselves, their modes back.
    private func relock(_ unlocked: [(path: BytePath, mode: UInt32)], except set: Set<BytePath>) {
        for (path, mode) in unlocked.reversed() where !set.contains(path) {
            do throws(SystemError) {
                try open(path).setMode(mode)
            } catch {
                if error.errno != .noEntry { fail(-1, path, error) }
            }
        }
    }
}
