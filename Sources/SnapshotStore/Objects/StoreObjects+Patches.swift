package import SnapshotArchive
package import SnapshotModel

/// Contents that patches make of others, which may be made by patches themselves.
extension StoreObjects {
    /// Far more layers than any writer makes; a chain that is longer is damaged, or a trap.
    private static let deepestChain = 64

    /// A copy below a patch was damaged and is avoided now: the same patch may do with another one.
    struct LayerAvoided: Error {}

    /// The bytes of a content for reads at any place, which are not compared with its digest.
    ///
    /// Every thread needs its own.
    package func contentBytes(of content: Digest) throws -> any ContentBytes {
        try bytes(of: content, below: [])
    }

    /// Gives `body` a content that a patch makes, in order, and throws if it does not have the digest.
    func readPatched(
        _ content: Digest, _ found: FoundObject, _ body: (Span<UInt8>) throws -> Void
    ) throws {
        do {
            try ContentPump.read(
                content, making: { try self.bytes(of: content, found, below: []) }, body)
        } catch let error as PatchError {
            throw Self.damage(content, why: error.description)
        }
    }

    /// Looks for a damaged copy below a patch that did not make its content, and avoids it from now on.
    ///
    /// `false` means that all below is whole, so that the patch itself is damaged.
    func avoidsDamage(below content: Digest, _ found: FoundObject) throws -> Bool {
        var layers = [(content: Digest, found: FoundObject)]()
        var next = found.place.base
        while let content = next, layers.count < Self.deepestChain {
            let copy = try withEachCopy(of: content) { $0 }
            layers.append((content, copy))
            next = copy.place.form == .patch ? copy.place.base : nil
        }
        for layer in layers.reversed() {
            do {
                try read(layer.content, layer.found) { _ in }
            } catch {
                if let obstacle = obstacle(in: error) { throw obstacle }
                avoid(layer.found, layer.content)
                // If there is a whole copy, the catalog is to know it; if not, the patch finds out.
                try? withEachCopy(of: layer.content, isProof: true) { copy in
                    try read(layer.content, copy) { _ in }
                }
                return true
            }
        }
        return false
    }

    private func bytes(of content: Digest, below above: [Digest]) throws -> any ContentBytes {
        guard above.count <= Self.deepestChain, !above.contains(content) else {
            throw Self.damage(content, why: "its patches go in a circle")
        }
        return try withEachCopy(of: content) { found in
            try bytes(of: content, found, below: above)
        }
    }

    private func bytes(
        of content: Digest, _ found: FoundObject, below above: [Digest]
    ) throws -> any ContentBytes {
        switch found.place.form {
        case .tree: return MemoryBytes(try found.zip.file.treeObject(content, at: found.place))
        case .entry: return try found.zip.archive().contentBytes(atHeader: found.place.offset)
        case .patch: break
        }
        let archive = try found.zip.archive()
        let patch = try archive.bytes(at: found.place.offset, count: found.place.packed)
        let table = try PatchTable(patch)
        guard table.base == found.place.base, table.size == found.place.plain else {
            throw PatchError.base
        }
        return try PatchedBytes(
            table, patch, over: try bytes(of: table.base, below: above + [content]))
    }
}
