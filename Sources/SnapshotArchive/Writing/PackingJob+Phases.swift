internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

extension PackingJob {
    /// Items that are not directories.
    var fileCount: Int {
        plan.items.count { $0.entry.kind != .directory && $0.source != .standing }
    }

    /// Bytes of all contents.
    var byteCount: Int64 {
        plan.items.reduce(0) { $0 + ($1.source == .standing ? 0 : $1.entry.contentSize) }
    }

    /// Items a thread takes at once.
    private static let step = 8

    /// Puts every item's content into the zip: runs of unchanged entries, small files, large files, and what
    /// changed under the first reading as late as possible.
    func packEverything() throws {
        var planner = CarryPlanner(self)
        let (runs, isCarried) = planner.runs()
        if try !CarrierClone.take(runs, self) { try RunCopier.copy(runs, self) }
        let others = plan.items.indices.filter { !isCarried[$0] && !grouped.contains($0) }
        try packSmall(others, isLast: false)
        for attempt in 1...Self.attempts {
            let isLast = attempt == Self.attempts
            try packLarge(isLast: isLast)
            let changing = results.withLock { results in
                defer { results.changing = [] }
                return results.changing.sorted()
            }
            if changing.isEmpty || isLast { break }
            try packSmall(changing, isLast: attempt + 1 == Self.attempts)
        }
        try packRenamed()
        try packGroups()
        try packWaiting()
    }

    func packSmall(_ items: [Int], isLast: Bool) throws {
        guard !items.isEmpty else { return }
        let shared = SharedIndex()
        let count = min(workerCount, (items.count + Self.step - 1) / Self.step)
        try Workers.run(count, name: "packer") { _ in
            var packer = FilePacker(self)
            while let range = shared.take(Self.step, of: items.count) {
                try self.progress.checkCancelled()
                for position in range { try packer.pack(items[position], isLast: isLast) }
            }
            try packer.finish()
        }
    }

    func packLarge(isLast: Bool) throws {
        let items = results.withLock { results in
            defer { results.large = [] }
            return results.large.sorted()
        }
        guard !items.isEmpty else { return }
        var packer = LargeFilePacker(self)
        for item in items { try packer.pack(item, isLast: isLast) }
        try packer.finish()
    }

    private func packWaiting() throws {
        let waiting = results.withLock { results in
            defer { results.waiting = [] }
            return results.waiting.sorted { $0.item < $1.item }
        }
        guard !waiting.isEmpty else { return }
        var packer = FilePacker(self)
        for file in waiting { try packer.pack(file) }
        try packer.finish()
    }
}
