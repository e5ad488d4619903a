internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

/// Files that get another name in their directory between the scan and the reading.
extension PackingJob {
    /// Where a live file is to be read: its path, unless it was found under another name since.
    func livePath(of index: Int) -> BytePath {
        newNames.withLock { $0[index] } ?? plan.items[index].path
    }

    /// Reads files under the names that they have by now, as which the next snapshot will know them: they are saved as what
    /// they were when the tree was scanned.
    ///
    /// Without them a file would be in neither state of a tree in which it never was away.
    func packRenamed() throws {
        for attempt in 1...Self.attempts {
            let found = try renamed()
            if found.isEmpty { return }
            newNames.withLock { $0.merge(found) { _, new in new } }
            results.withLock { results in
                for index in found.keys { results.outcomes[index] = nil }
            }
            progress.add(files: -found.count)
            let isLast = attempt == Self.attempts
            try packSmall(found.keys.sorted(), isLast: true)
            try packLarge(isLast: true)
            if isLast { try missRenamed() }
        }
    }

    /// Names as missing what is gone again from where it was found, and still there.
    private func missRenamed() throws {
        let found = try renamed()
        results.withLock { results in
            for index in found.keys { results.outcomes[index] = .displaced }
        }
    }

    /// The paths by which files can be read that are gone from the paths of their items.
    private func renamed() throws -> [Int: BytePath] {
        let gone = results.withLock { $0.outcomes.filter { $0.value == .vanished } }
        let wanted = gone.keys.filter {
            plan.items[$0].identity != nil && !grouped.contains($0)
        }
        guard !wanted.isEmpty else { return [:] }
        let saved = Set(plan.items.lazy.filter { $0.source == .live }.map(\.path))
        var found: [Int: BytePath] = [:]
        for (directory, items) in Dictionary(grouping: wanted, by: { plan.items[$0].path.parent }) {
            guard let directory else { continue }
            try progress.checkCancelled()
            let now = files(in: directory)
            for index in items {
                let item = plan.items[index]
                guard let identity = item.identity, let (name, status) = now[identity],
                    status.size == item.entry.size, status.modified == item.entry.modified
                else { continue }
                // What the scan met under both names is in the snapshot already.
                let path = directory.appending(name)
                if !saved.contains(path) { found[index] = path }
            }
        }
        return found
    }

    /// The files of a directory by their inodes; none of one that has gone too.
    private func files(in path: BytePath) -> [FileIdentity: (name: [UInt8], status: FileStatus)] {
        var found: [FileIdentity: (name: [UInt8], status: FileStatus)] = [:]
        guard let directory = try? root.openBeneath(path, [.readOnly, .directory, .noFollow]) else {
            return [:]
        }
        // What cannot be listed now is gone from its path, as was known before.
        try? directory.names { name, kind in
            guard kind == .file || kind == nil, let status = try? directory.status(of: name),
                status.kind == .file
            else { return }
            found[status.identity] = (name, status)
        }
        return found
    }
}
