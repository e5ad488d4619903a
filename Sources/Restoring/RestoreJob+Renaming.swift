internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

extension RestoreJob {
    /// Gives complete files their names, each replacing what is there in one step.
    func rename(_ files: [PreparedFile]) {
        for group in byDirectory(files) {
            let directory: FileDescriptor
            do throws(SystemError) {
                directory = try open(group[0].directory)
            } catch {
                for file in group { fail(file.index, plan.items[file.index].path, error) }
                continue
            }
            for file in group {
                let item = plan.items[file.index]
                if item.existing == .directory {
                    findings.withLock { $0.waiting.append(file) }
                    continue
                }
                do throws(SystemError) {
                    if let failure = try change(of: item.path, in: directory) {
                        fail(file.index, failure)
                        drop([file])
                        continue
                    }
                    try put(file, in: directory, for: item)
                    succeed(item)
                } catch {
                    fail(file.index, item.path, error)
                    drop([file])
                }
            }
        }
    }

    /// Gives a file its name; where there was nothing, what came since is not replaced.
    private func put(
        _ file: PreparedFile, in directory: borrowing FileDescriptor, for item: RestoreItem
    ) throws(SystemError) {
        let name = item.path.name
        guard item.existing == nil else {
            return try directory.rename(file.temporary, to: directory, name, replacing: true)
        }
        do throws(SystemError) {
            try directory.rename(file.temporary, to: directory, name, replacing: false)
        } catch {
            // Not every file system can refuse a name that is taken: it is looked for then.
            guard error.errno == .invalid || error.errno == .notImplemented else { throw error }
            guard try isFree(item.path, in: directory) else {
                throw SystemError("renameat2", path: item.path, errno: .exists)
            }
            try directory.rename(file.temporary, to: directory, name, replacing: true)
        }
    }

    private func isFree(
        _ path: BytePath, in directory: borrowing FileDescriptor
    ) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try directory.status(of: path.name)
            return false
        } catch {
            guard error.errno == .noEntry else { throw error }
            return true
        }
    }

    /// What keeps a name from being replaced or removed: it is not what it was any more.
    func change(
        of path: BytePath, in directory: borrowing FileDescriptor
    ) throws(SystemError) -> RestoreFailure? {
        guard let state = plan.found[path] else { return nil }
        let isAdjusted = findings.withLock { $0.adjusted.contains(state.identity) }
        do throws(SystemError) {
            let status = try directory.status(of: path.name)
            if state.isStill(status, isAdjusted: isAdjusted) { return nil }
            return RestoreFailure(path: path, code: .inTheWay, message: "changed meanwhile")
        } catch {
            guard error.errno == .noEntry else { throw error }
            return nil
        }
    }

    /// Removes files that did not get their names.
    func drop(_ files: [PreparedFile]) {
        for file in files {
            do throws(SystemError) {
                try open(file.directory).remove(file.temporary, directory: false)
            } catch {
                // Nothing is lost: the next restore in this directory removes it by its name.
                continue
            }
        }
    }

    private func byDirectory(_ files: [PreparedFile]) -> [[PreparedFile]] {
        Dictionary(grouping: files, by: \.directory).values.map { $0 }
    }
}
