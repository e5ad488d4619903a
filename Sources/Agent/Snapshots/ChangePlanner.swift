import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TreeScanning

/// Turns what differs into what a zip of changes reads.
struct ChangePlanner {
    /// The files to be read.
    let plan: ArchivePlan
    /// The plan's index of every change that is read.
    let items: [Int: Int]

    /// Makes the plan of a zip that leans on `stored`.
    init(_ changes: [PendingChange], stored: any StoredObjects) {
        var items: [Int: Int] = [:]
        var reads: [ArchiveItem] = []
        for (position, change) in changes.enumerated() where change.needsRead {
            guard let entry = change.after?.entry else { continue }
            items[position] = reads.count
            reads.append(ArchiveItem(entry: entry, path: change.path, parent: 0, source: .live))
        }
        var plan = ArchivePlan(items: reads, stored: stored)
        plan.movedSizes = Set(
            changes.lazy.filter { $0.after == nil }.compactMap(\.before?.entry.size))
        self.plan = plan
        self.items = items
    }
}

extension ReadOutcome {
    /// The state that a file is recognised by; one that was torn or could not be read has none, so that it is read
    /// again.
    var identity: KnownIdentity? {
        switch self {
        case .stored(let status, _):
            KnownIdentity(
                device: status.device, inode: status.inode, changed: status.changed)
        case .torn, .unreadable, .vanished: nil
        }
    }
}
