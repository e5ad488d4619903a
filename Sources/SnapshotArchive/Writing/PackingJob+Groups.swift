internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

extension PackingJob {
    /// Packs files that belong together, one group after the other, as late as possible.
    func packGroups() throws {
        let databases = results.withLock { results in
            defer { results.databases = [] }
            return results.databases
        }
        let alone = databases.map { FileGroup(base: plan.items[$0].path, members: [$0]) }
        let groups = plan.groups + alone.sorted { $0.base < $1.base }
        for group in groups { try pack(group) }
    }

    private func pack(_ group: FileGroup) throws {
        for attempt in 1...Self.attempts {
            try progress.checkCancelled()
            let reading = try GroupReading(self, group)
            try reading.read()
            if reading.isWhole() { return }
            if attempt < Self.attempts { reading.undo() } else { reading.part() }
        }
    }
}
