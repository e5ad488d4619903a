internal import SnapshotArchive
internal import SnapshotModel

extension ArchiveReader {
    /// The entry of a name in a directory's tree; of a split one, only the parts on the way are read.
    func entry(named name: [UInt8], in tree: Digest) throws(UserError) -> TreeEntry? {
        var tree = tree
        // Splitting a million names takes four levels: anything deeper is not ours.
        for _ in 0..<16 {
            let text = try treeObject(tree)
            let lines: [TreeLine]
            do throws(TreeTextError) {
                lines = try TreeText.parse(text)
            } catch {
                throw UserError(
                    .damaged, "\(path.display): the tree \(tree.hexadecimal) cannot be read",
                    why: error.description, remedy: "snapctl verify")
            }
            var next: Digest?
            for line in lines {
                switch line {
                case .entry(let entry) where entry.name == name: return entry
                case .part(let part) where part.spans(name): next = part.tree
                default: continue
                }
            }
            guard let next else { return nil }
            tree = next
        }
        return nil
    }
}

extension TreePart {
    fileprivate func spans(_ name: [UInt8]) -> Bool {
        !name.lexicographicallyPrecedes(first) && !last.lexicographicallyPrecedes(name)
    }
}
