package import SnapshotArchive
package import SnapshotModel
internal import Synchronization

/// A snapshot open for looking and restoring, which any number of threads may use at once.
///
/// Its zip is held open, and others are found wherever they lie: the snapshot stays readable when it or others expire
/// or are removed meanwhile, as long as something still needs what they hold.
package final class SnapshotView: Sendable {
    /// The snapshot as the store listed it.
    package let snapshot: StoredSnapshot
    /// The snapshot's zip.
    package let archive: ArchiveReader
    /// What the snapshot holds, in its own zip or in others that it leans on.
    package let objects: StoreObjects
    /// Trees of directories by path, so that going through a tree does not start at the root each time.
    private let trees = Mutex<[BytePath: Digest]>([:])

    private static let rememberedTrees = 20_000

    init(_ snapshot: StoredSnapshot, archive: ArchiveReader, objects: StoreObjects) {
        self.snapshot = snapshot
        self.archive = archive
        self.objects = objects
    }

    /// What the snapshot says of itself.
    package var record: SnapshotRecord { archive.record }

    /// The entry at a path, `nil` if the snapshot has none.
    package func entry(at path: BytePath) throws(UserError) -> TreeEntry? {
        guard let parent = path.parent else { return record.rootEntry }
        guard let tree = try tree(at: parent) else { return nil }
        return try objects.entry(named: path.name, in: tree)
    }

    /// What the directory at a path holds, in the order of the names' bytes.
    ///
    /// Throws `no-path` where the snapshot has no directory; one that could not be listed is empty.
    package func directory(at path: BytePath) throws(UserError) -> [TreeEntry] {
        if let tree = trees.withLock({ $0[path] }) { return try listing(of: tree, at: path) }
        guard let entry = try entry(at: path), entry.kind == .directory else {
            throw UserError(
                .noPath, "\(snapshot.number) has no directory \(path.display)",
                remedy: "snapctl ls \(snapshot.number)", subject: path.display)
        }
        guard let tree = entry.tree else { return [] }
        return try listing(of: tree, at: path)
    }

    /// Calls `body` with the entry at a path and everything below it, directories before what they hold.
    package func walk(
        from start: BytePath = .root, _ body: (BytePath, TreeEntry) throws -> Void
    ) throws {
        guard let first = try entry(at: start) else {
            throw UserError(
                .noPath, "\(snapshot.number) has no \(start.display)",
                remedy: "snapctl ls \(snapshot.number)", subject: start.display)
        }
        var waiting = [(start, first)]
        while let (path, entry) = waiting.popLast() {
            try body(path, entry)
            guard let tree = entry.tree else { continue }
            for child in try objects.directory(tree).reversed() {
                waiting.append((path.appending(child.name), child))
            }
        }
    }

    /// Gives `body` a file's content in order, part by part, and throws if it does not have the digest.
    ///
    /// The digest is known at the end only: what was done with the parts counts after this returns.
    package func readContent(
        _ content: Digest, _ body: (Span<UInt8>) throws -> Void
    ) throws {
        try objects.readContent(content, body)
    }

    private func listing(of tree: Digest, at path: BytePath) throws(UserError) -> [TreeEntry] {
        let entries = try objects.directory(tree)
        trees.withLock { trees in
            if trees.count > Self.rememberedTrees { trees.removeAll() }
            trees[path] = tree
            for entry in entries {
                if let tree = entry.tree { trees[path.appending(entry.name)] = tree }
            }
        }
        return entries
    }

    private func tree(at path: BytePath) throws(UserError) -> Digest? {
        if let known = trees.withLock({ $0[path] }) { return known }
        return try entry(at: path)?.tree
    }
}
