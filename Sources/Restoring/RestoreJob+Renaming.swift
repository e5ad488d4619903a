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
}
