internal import LinuxSystem
internal import SnapshotModel

/// The hard links among the items of a plan.
struct LinkGroups: Sendable {
    /// For each item that becomes a link, the item that it is a link to.
    private let firsts: [Int: Int]

    /// Nothing is linked.
    init() { firsts = [:] }

    /// Finds names of one inode: one that is there already holds the others, else the first that is written.
    ///
    /// What is right but has another inode than its group becomes a link too.
    init(_ items: [RestoreItem]) {
        var groups: [Key: [Int]] = [:]
        for (index, item) in items.enumerated() {
            if let key = Key(item.entry) { groups[key, default: []].append(index) }
        }
        var firsts: [Int: Int] = [:]
        for members in groups.values where members.count > 1 {
            let holder = Self.holder(among: members, of: items)
            for index in members where index != holder {
                if Self.isLinked(items[index], to: items[holder]) { firsts[index] = holder }
            }
        }
        self.firsts = firsts
    }

    /// The item that an item is to be linked to, `nil` if it is to be written.
    func first(for index: Int) -> Int? { firsts[index] }

    /// The items that become links, in the plan's order.
    var linked: [Int] { firsts.keys.sorted() }

    /// The member whose inode the others are to share: an untouched one, then one to set right, of those the one with most names.
    private static func holder(among members: [Int], of items: [RestoreItem]) -> Int {
        var names: [FileIdentity: Int] = [:]
        for index in members {
            if let inode = items[index].keptInode { names[inode, default: 0] += 1 }
        }
        func rank(_ index: Int) -> (Int, Int) {
            guard let inode = items[index].keptInode else { return (0, 0) }
            return (items[index].action == .same ? 2 : 1, names[inode] ?? 0)
        }
        var best = members[0]
        for index in members.dropFirst() where rank(index) > rank(best) { best = index }
        return best
    }

    private static func isLinked(_ item: RestoreItem, to holder: RestoreItem) -> Bool {
        guard item.action == .same || item.action == .adjust else { return true }
        // What is on another file system cannot share an inode.
        guard let inode = item.keptInode, let shared = holder.keptInode else { return false }
        return inode != shared && inode.device == shared.device
    }

    /// What the names of one inode have in common in a snapshot.
    struct Key: Hashable {
        private let device: UInt64
        private let inode: UInt64
        private let kind: EntryKind
        private let content: Digest?
        private let target: [UInt8]

        /// Makes the key of an entry, `nil` if it has no other names or no content that they could share.
        init?(_ entry: TreeEntry) {
            guard let group = entry.linkGroup, entry.kind != .file || entry.content != nil else {
                return nil
            }
            (device, inode) = (group.device, group.inode)
            (kind, content, target) = (entry.kind, entry.content, entry.target)
        }
    }
}

extension RestoreItem {
    /// The inode that a name keeps, `nil` where it gets a new one or where links do not matter.
    var keptInode: FileIdentity? {
        action == .same || action == .adjust ? inode : nil
    }
}
