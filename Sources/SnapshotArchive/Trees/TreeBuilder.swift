internal import SnapshotModel

/// Writes the trees of a plan from the leaves to the root.
enum TreeBuilder {
    /// Sets the directories' trees in `entries`; those that are `nil` are in no tree.
    static func build<Sink: TreeObjectSink & ~Copyable>(
        _ items: [ArchiveItem], _ entries: inout [TreeEntry?], into trees: inout Sink
    ) throws {
        var splitter = TreeSplitter()
        // Backwards, everything below a directory comes before it: two links per item lead to its children.
        var firstChild = [Int32](repeating: -1, count: items.count)
        var nextSibling = [Int32](repeating: -1, count: items.count)
        var listing = [TreeEntry]()
        for index in items.indices.reversed() {
            let isUnknown =
                entries[index]?.missing == .unlisted && firstChild[index] < 0 && index > 0
            if entries[index]?.kind == .directory, !isUnknown {
                listing.removeAll(keepingCapacity: true)
                var child = Int(firstChild[index])
                while child >= 0 {
                    if let entry = entries[child] { listing.append(entry) }
                    child = Int(nextSibling[child])
                }
                entries[index]?.tree = try splitter.split(listing, into: &trees)
            }
            guard index > 0 else { continue }
            let parent = items[index].parent
            nextSibling[index] = firstChild[parent]
            firstChild[parent] = Int32(index)
        }
    }
}
