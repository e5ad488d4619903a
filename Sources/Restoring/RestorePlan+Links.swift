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
        for indices in sharers.values where indices.count > 1 {
            let untouched = indices.first { items[$0].action == .same }
            let owner = Owner(untouched ?? indices[0], items)
            for index in indices where Owner(index, items) != owner { split(index) }
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
