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
                    try directory.rename(
                        file.temporary, to: directory, item.path.name, replacing: true)
                    succeed(item)
                } catch {
                    fail(file.index, item.path, error)
                    drop([file])
                }
            }
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

    /// Restores the names that are hard links to files restored by now, and writes those that cannot be.
    func writeLinks() {
        for index in links.linked {
            guard mayGoOn else { return }
            let item = plan.items[index]
            if isLost(item.path) { continue }
            let holder = item.path.parent ?? .root
            do throws(SystemError) {
                let directory = try open(holder)
                let name = isBeside ? item.path.name : names.name(index)
                guard
                    link(index, as: name, in: directory)
                        || make(item, index: index, as: name, in: directory)
                else { continue }
                if isBeside {
                    succeed(item)
                } else {
                    rename([PreparedFile(index: index, directory: holder, temporary: name)])
                }
            } catch {
                fail(index, item.path, error)
            }
        }
    }

    /// Links a name to the first of its group, if that is as in the snapshot by now.
    private func link(
        _ index: Int, as name: [UInt8], in directory: borrowing FileDescriptor
    ) -> Bool {
        guard let first = links.first(for: index), !hasFailed(first) else { return false }
        let entry = plan.items[first].entry
        do throws(SystemError) {
            let holder = try open(plan.items[first].path.parent ?? .root)
            let status = try holder.status(of: entry.name)
            guard status.kind == entry.kind, status.modified == entry.modified,
                entry.kind != .file || status.size == entry.size
            else { return false }
            if entry.kind == .link, try holder.readLink(entry.name) != entry.target { return false }
            try directory.makeHardLink(from: holder, entry.name, to: name)
            progress.add(files: 1, bytes: entry.contentSize)
            return true
        } catch {
            return false
        }
    }
}
