internal import SnapshotModel

/// The hard links among the items of a plan.
struct LinkGroups: Sendable {
    /// For each item that becomes a link, the item that it is a link to.
    private let firsts: [Int: Int]

    /// Finds names of one inode; the first of them is written, the others are linked to it.
    init(_ items: [RestoreItem]) {
        var seen: [Key: Int] = [:]
        var firsts: [Int: Int] = [:]
        for (index, item) in items.enumerated() {
            let entry = item.entry
            guard let group = entry.linkGroup, entry.kind != .file || entry.content != nil else {
                continue
            }
            let key = Key(
                device: group.device, inode: group.inode, kind: entry.kind, content: entry.content,
                target: entry.target)
            if let first = seen[key] {
                if item.action == .create || item.action == .overwrite { firsts[index] = first }
            } else {
                seen[key] = index
            }
        }
        self.firsts = firsts
    }

    /// The item that an item is to be linked to, `nil` if it is to be written.
    func first(for index: Int) -> Int? { firsts[index] }

    /// The items that become links, in the plan's order.
    var linked: [Int] { firsts.keys.sorted() }

    private struct Key: Hashable {
        let device: UInt64
        let inode: UInt64
        let kind: EntryKind
        let content: Digest?
        let target: [UInt8]
    }
}
