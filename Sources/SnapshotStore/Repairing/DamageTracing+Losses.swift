internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

extension DamageTracing {
    /// Every path at which snapshots show a lost object, by their numbers.
    func losses(of lost: Set<Digest>) throws(UserError) -> [Int: [LostItem]] {
        guard !lost.isEmpty else { return [:] }
        let above = try trees(above: lost, try reachable())
        var found: [Int: [LostItem]] = [:]
        for snapshot in snapshots where snapshot.damage == nil {
            guard let root = snapshot.record.rootTree else { continue }
            var items: Set<LostItem> = []
            var waiting = [(root, BytePath.root)]
            while let (tree, path) = waiting.popLast() {
                try progress.checkCancelled()
                if lost.contains(tree) {
                    items.insert(LostItem(path: path, object: tree, isListing: true))
                }
                guard above.contains(tree) else { continue }
                for line in lines(of: tree) {
                    switch line {
                    case .part(let part): waiting.append((part.tree, path))
                    case .entry(let entry):
                        let child = path.appending(entry.name)
                        if let tree = entry.tree { waiting.append((tree, child)) }
                        guard let content = entry.content, lost.contains(content) else { continue }
                        items.insert(LostItem(path: child, object: content, isListing: false))
                    }
                }
            }
            guard !items.isEmpty else { continue }
            found[snapshot.number] = items.sorted { ($0.path, $0.object) < ($1.path, $1.object) }
        }
        return found
    }
}
