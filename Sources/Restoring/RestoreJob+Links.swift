internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

extension RestoreJob {
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
                if let obstacle = link(index, as: name, in: directory) {
                    guard item.action != .adjust else {
                        // Its content is right, so a copy would be none the better.
                        fail(index, obstacle)
                        continue
                    }
                    guard make(item, index: index, as: name, in: directory) else { continue }
                }
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

    /// Links a name to the first of its group, if that is as in the snapshot by now; gives what kept it from that.
    private func link(
        _ index: Int, as name: [UInt8], in directory: borrowing FileDescriptor
    ) -> RestoreFailure? {
        let path = plan.items[index].path
        guard let first = links.first(for: index), !hasFailed(first) else {
            return RestoreFailure(
                path: path, code: .ioError, message: "what it is a hard link to was not restored")
        }
        let entry = plan.items[first].entry
        do throws(SystemError) {
            let place = place(of: first)
            let holder = try open(place.directory)
            let status = try holder.status(of: place.name)
            let target = entry.kind == .link ? try holder.readLink(place.name) : entry.target
            guard status.kind == entry.kind, status.modified == entry.modified,
                entry.kind != .file || status.size == entry.size, target == entry.target
            else {
                return RestoreFailure(
                    path: path, code: .ioError, message: "what it is a hard link to just changed")
            }
            try directory.makeHardLink(from: holder, place.name, to: name)
            progress.add(files: 1, bytes: entry.contentSize)
            return nil
        } catch {
            return RestoreFailure(path: path, error: error)
        }
    }

    /// Where an item is by now: under a temporary name as long as a directory is in its place.
    private func place(of index: Int) -> (directory: BytePath, name: [UInt8]) {
        let item = plan.items[index]
        let waiting = findings.withLock { findings in
            findings.waiting.first { $0.index == index }
        }
        return waiting.map { ($0.directory, $0.temporary) }
            ?? (item.path.parent ?? .root, item.path.name)
    }
}
