import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TreeScanning

/// Turns what a scan found into what goes into a zip, and what was written back into a tree.
struct SnapshotPlanner {
    /// The newest snapshot's zip, from which unchanged content is carried.
    let carrier: ArchiveReader?
    /// Contents that its zip has damaged, and that are read from the live tree instead.
    var distrusted: Set<Digest> = []
    /// Which paths the rules hide.
    var leavesOut: @Sendable (BytePath) -> Bool = { _ in false }

    /// The plan of a complete zip: every file is carried, read, or known to be missing.
    func plan(for scanned: ScannedTree) -> ArchivePlan {
        var items: [ArchiveItem] = []
        items.reserveCapacity(scanned.items.count)
        for item in scanned.items {
            items.append(
                ArchiveItem(
                    entry: item.entry, path: item.path, parent: max(item.parent, 0),
                    source: source(of: item), identity: item.identity?.file))
        }
        var plan = ArchivePlan(
            items: items, carriers: carrier.map { [$0] } ?? [], distrusted: distrusted)
        plan.groups = FileGroups.groups(of: scanned.items)
        plan.leavesOut = leavesOut
        return plan
    }

    /// The tree as it was written: entries with their content, and the states of their inodes.
    func finish(_ scanned: ScannedTree, _ packed: PackedItems) -> FinishedTree {
        var items: [FinishedTree.Item] = []
        items.reserveCapacity(scanned.items.count)
        for (index, item) in scanned.items.enumerated() {
            let known = packed.entries[index].map { entry in
                KnownEntry(entry: entry, identity: identity(of: item, packed.outcomes[index]))
            }
            items.append(.init(path: item.path, parent: max(item.parent, 0), known: known))
        }
        return FinishedTree(items: items, suspects: scanned.suspects)
    }

    private func source(of item: ScannedItem) -> ArchiveSource {
        guard item.entry.kind == .file, item.entry.missing != .tooLarge else { return .metadata }
        guard !item.needsRead, let content = item.entry.content, let carrier, carrier.holds(content)
        else { return .live }
        return .carried(carrier: 0)
    }

    private func identity(of item: ScannedItem, _ outcome: ReadOutcome?) -> KnownIdentity? {
        guard let outcome else { return item.identity }
        return outcome.identity
    }
}

extension ScannedTree {
    /// The directories in which something can differ from the known tree.
    ///
    /// That is every one that was listed or could not be, the ones that hold those, since a directory's own
    /// attributes stand with its name, and the ones that hold a file that is read.
    var suspects: Set<Int> {
        var found = listed
        for index in listed { found.insert(max(items[index].parent, 0)) }
        for (index, item) in items.enumerated() {
            if item.needsRead { found.insert(max(item.parent, 0)) }
            if item.entry.missing == .unlisted {
                found.insert(index)
                found.insert(max(item.parent, 0))
            }
        }
        return found
    }
}
