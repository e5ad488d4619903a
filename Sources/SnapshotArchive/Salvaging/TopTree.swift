internal import SnapshotModel

extension [PlacedObject] {
    /// The only listing of a zip that no other one in it names; `nil` if there are several or one cannot be read.
    ///
    /// A listing is new wherever one below it is, so that all that a snapshot's zip holds are reached from its root.
    func topTree(in zip: ObjectFile) -> Digest? {
        let trees = filter { $0.place.form == .tree }
        var named: Set<Digest> = []
        for tree in trees {
            guard let text = try? zip.treeObject(tree.digest, at: tree.place),
                let lines = try? TreeText.parse(text)
            else { return nil }
            named.formUnion(lines.compactMap(\.tree))
        }
        let tops = trees.filter { !named.contains($0.digest) }
        return tops.count == 1 ? tops[0].digest : nil
    }
}
