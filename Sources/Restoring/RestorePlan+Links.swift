internal import LinuxSystem
internal import SnapshotModel

extension RestorePlan {
    /// Finds out which names are to share inodes, and which may not any more.
    mutating func planLinks() {
        splitForeignLinks()
        links = LinkGroups(items)
        for index in links.linked where items[index].action == .same {
            items[index].action = .adjust
            counts.same.remove(items[index].entry.size)
            counts.adjust.add(items[index].entry.size)
        }
    }

    /// Has names that share an inode here, but not in the snapshot, written anew, all but those of one of its inodes.
    ///
    /// Otherwise what sets one of them right would change the other.
    private mutating func splitForeignLinks() {
        var sharers: [FileIdentity: [Int]] = [:]
        for (index, item) in items.enumerated() {
            if let inode = item.keptInode { sharers[inode, default: []].append(index) }
        }
        let outside = inodesWithNamesOutside()
        for (inode, indices) in sharers {
            if outside.contains(inode) { splitFromNamesOutside(indices) }
            let indices = indices.filter { items[$0].keptInode != nil }
            guard indices.count > 1 else { continue }
            let untouched = indices.first { items[$0].action == .same }
            let owner = Owner(untouched ?? indices[0], items)
            for index in indices where Owner(index, items) != owner { split(index) }
        }
    }

    /// The inodes of which the plan does not have all names.
    private func inodesWithNamesOutside() -> Set<FileIdentity> {
        var missing: [FileIdentity: Int] = [:]
        for state in found.values where state.linkCount > 1 {
            missing[state.identity, default: Int(state.linkCount)] -= 1
        }
        return Set(missing.filter { $0.value > 0 }.keys)
    }

    /// Has names written anew that were alone in the snapshot, since what sets them right would change those outside of the plan.
    private mutating func splitFromNamesOutside(_ indices: [Int]) {
        for index in indices
        where items[index].action == .adjust && items[index].entry.linkGroup == nil {
            split(index)
        }
    }

    private mutating func split(_ index: Int) {
        let entry = items[index].entry
        // What the snapshot has no content of cannot be written.
        guard entry.kind != .file || entry.content != nil else { return }
        if items[index].action == .same {
            counts.same.remove(entry.size)
        } else {
            counts.adjust.remove(entry.size)
        }
        items[index].action = .overwrite
        counts.overwrite.add(entry.size)
        needs = needs.addingSaturated(entry.allocation)
    }
}

/// Whose an inode is: a group's, or that of one name alone.
private enum Owner: Hashable {
    case group(LinkGroups.Key)
    case name(Int)

    init(_ index: Int, _ items: [RestoreItem]) {
        self = LinkGroups.Key(items[index].entry).map { .group($0) } ?? .name(index)
    }
}
