package import SnapshotModel

/// Taking a snapshot over from its zip alone, when the catalog is behind or lost.
extension Catalog {
    /// Records a snapshot by comparing its trees with the live state; equal trees are not even read.
    ///
    /// `listing` gives the entries of a tree object, in the order of their names.
    package func index(
        _ snapshot: CatalogSnapshot, root: TreeEntry, objects: [CatalogObject],
        listing: (Digest) throws -> [TreeEntry]
    ) throws {
        try transaction {
            try add(snapshot)
            let node = try childMaking(of: 0, named: [])
            var waiting = [(node: node, entry: root)]
            while let next = waiting.popLast() {
                let before = try live(next.node, named: next.entry.name)
                if let before, before.entry == next.entry { continue }
                try put(
                    KnownEntry(entry: next.entry, identity: nil), node: next.node,
                    in: snapshot.number)
                guard next.entry.kind == .directory, before?.entry.tree != next.entry.tree
                else { continue }
                let entries = try next.entry.tree.map(listing) ?? []
                let names = Set(entries.map(\.name))
                for child in try children(of: next.node)
                where !names.contains(child.known.entry.name) {
                    try close(
                        child.node, named: child.known.entry.name, before: snapshot.number)
                }
                for entry in entries {
                    waiting.append(
                        (try childMaking(of: next.node, named: entry.name), entry))
                }
            }
            try add(objects, of: snapshot.zip.name)
        }
    }
}
