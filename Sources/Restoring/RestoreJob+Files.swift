internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

extension RestoreJob {
    /// Some files of one directory, which one thread writes.
    struct Unit: Sendable {
        var directory: BytePath
        var indices: [Int] = []
        var bytes: Int64 = 0
    }

    /// Files that are made durable together.
    private static let batchFiles = 4096
    private static let batchBytes: Int64 = 256 << 20
    /// Files that one thread writes in one go.
    private static let unitFiles = 256
    private static let unitBytes: Int64 = 16 << 20

    /// Writes the files batch by batch: all of a batch are on the disk before the first takes its name.
    func writeFiles(workers: Int) {
        let wanted = plan.items.filter {
            $0.entry.kind != .directory && ($0.action == .create || $0.action == .overwrite)
        }
        progress.begin(
            "writing", files: wanted.count, bytes: wanted.reduce(0) { $0 + $1.entry.contentSize })
        for batch in batches() {
            guard mayGoOn else { return }
            let prepared = write(batch, workers: workers)
            if isBeside { continue }
            guard mayGoOn else {
                drop(prepared)
                return
            }
            do throws(SystemError) {
                if !isSmall { try root.synchronizeFileSystem() }
            } catch {
                drop(prepared)
                return abandon(because: error.errno.message)
            }
            rename(prepared)
        }
    }

    /// The files to write, a directory's together.
    private func batches() -> [[Unit]] {
        var units: [BytePath: Unit] = [:]
        var batches: [[Unit]] = []
        var batch: [Unit] = []
        var (files, bytes) = (0, Int64(0))
        func close(_ unit: Unit) {
            batch.append(unit)
            files += unit.indices.count
            bytes += unit.bytes
            if files >= Self.batchFiles || bytes >= Self.batchBytes {
                batches.append(batch)
                (batch, files, bytes) = ([], 0, 0)
            }
        }
        for (index, item) in plan.items.enumerated() {
            guard item.entry.kind != .directory, links.first(for: index) == nil,
                item.action == .create || item.action == .overwrite
            else { continue }
            let directory = item.path.parent ?? .root
            var unit = units[directory] ?? Unit(directory: directory)
            unit.indices.append(index)
            unit.bytes += item.entry.contentSize
            if unit.indices.count >= Self.unitFiles || unit.bytes >= Self.unitBytes {
                close(unit)
                units[directory] = nil
            } else {
                units[directory] = unit
            }
        }
        for unit in units.values.sorted(by: { $0.directory < $1.directory }) { close(unit) }
        return batch.isEmpty ? batches : batches + [batch]
    }

    private func write(_ batch: [Unit], workers: Int) -> [PreparedFile] {
        let next = Atomic<Int>(0)
        let prepared = Mutex<[PreparedFile]>([])
        Workers.run(min(workers, batch.count)) {
            while true {
                let (position, _) = next.add(1, ordering: .relaxed)
                guard position < batch.count else { return }
                let files = self.write(batch[position])
                prepared.withLock { $0 += files }
            }
        }
        return prepared.withLock { $0 }
    }

    /// Writes files of one directory, beside the target under temporary names.
    private func write(_ unit: Unit) -> [PreparedFile] {
        var prepared: [PreparedFile] = []
        guard !isLost(unit.directory.appending([UInt8(ascii: "-")])) else { return [] }
        let directory: FileDescriptor
        do throws(SystemError) {
            directory = try open(unit.directory)
        } catch {
            for index in unit.indices { fail(index, plan.items[index].path, error) }
            return []
        }
        for index in unit.indices {
            guard mayGoOn else { break }
            let item = plan.items[index]
            let name = isBeside ? item.path.name : names.name(index)
            guard make(item, index: index, as: name, in: directory) else { continue }
            if isBeside {
                succeed(item)
            } else {
                prepared.append(
                    PreparedFile(index: index, directory: unit.directory, temporary: name))
            }
        }
        return prepared
    }
}
