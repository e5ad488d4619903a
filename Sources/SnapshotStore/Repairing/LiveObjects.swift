internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// Looks which lost objects the directory that is saved still has, where the newest snapshot shows them.
struct LiveObjects {
    private let root: BytePath
    private let newest: StoredSnapshot?
    private let source: any TreeSource
    private let progress: JobProgress

    /// Looks into the directory at `root`, of which `snapshots` were taken.
    init(
        _ root: BytePath, _ snapshots: [StoredSnapshot], _ source: any TreeSource,
        _ progress: JobProgress
    ) {
        self.root = root
        newest = snapshots.last { $0.damage == nil }
        self.source = source
        self.progress = progress
    }

    /// Contents that were read and found as they were, and listings of directories that are still there.
    func find(among lost: Set<Digest>) throws(UserError) -> Set<Digest> {
        guard !lost.isEmpty, let top = newest?.record.rootTree,
            let directory = try? FileDescriptor.open(root, [.readOnly, .directory])
        else { return [] }
        var found: Set<Digest> = []
        var seen: Set<Digest> = []
        var waiting = [(tree: top, path: BytePath.root)]
        while let (tree, path) = waiting.popLast() {
            try progress.checkCancelled()
            if lost.contains(tree), Self.isDirectory(path, below: directory) { found.insert(tree) }
            guard seen.insert(tree).inserted else { continue }
            for line in lines(of: tree) {
                switch line {
                case .part(let part): waiting.append((part.tree, path))
                case .entry(let entry):
                    let child = path.appending(entry.name)
                    if let tree = entry.tree { waiting.append((tree, child)) }
                    guard let content = entry.content, lost.contains(content),
                        !found.contains(content),
                        try isThere(entry, content, at: child, below: directory)
                    else { continue }
                    found.insert(content)
                }
            }
        }
        return found
    }

    private func lines(of tree: Digest) -> [TreeLine] {
        (try? source.treeObject(tree)).flatMap { try? TreeText.parse($0) } ?? []
    }

    private static func isDirectory(
        _ path: BytePath, below root: borrowing FileDescriptor
    ) -> Bool {
        (try? root.openBeneath(path, [.readOnly, .directory])) != nil
    }

    /// Whether a file has the content that the snapshot shows; what cannot be read has not.
    private func isThere(
        _ entry: TreeEntry, _ content: Digest, at path: BytePath,
        below root: borrowing FileDescriptor
    ) throws(UserError) -> Bool {
        guard let file = try? root.openBeneath(path, [.readOnly, .noFollow, .nonBlocking]),
            let status = try? file.status(), status.kind == .file, status.size == entry.size
        else { return false }
        // Of files that are nearly all holes, the size has to do.
        if entry.isCondensed { return true }
        var hash = SHA256()
        var buffer = [UInt8]()
        var offset: Int64 = 0
        while offset < status.size {
            try progress.checkCancelled()
            buffer.removeAll(keepingCapacity: true)
            guard let count = try? file.read(into: &buffer, atMost: Self.piece, at: offset),
                count > 0
            else { return false }
            hash.update(buffer.span)
            offset += Int64(count)
        }
        return hash.next() == content
    }

    private static let piece = 1 << 20
}
