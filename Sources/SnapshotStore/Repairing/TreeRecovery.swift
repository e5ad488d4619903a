internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

/// Makes lost listings anew from what the catalog knows of the directories: what has the right digest is right.
struct TreeRecovery {
    private let store: Store
    private let source: RepairSource
    private let progress: JobProgress
    private var seen: Set<Digest> = []
    private var found = TreeObjects()
    /// The listings that no zip has, and that were made.
    private(set) var made: [Digest: [UInt8]] = [:]

    init(_ store: Store, _ source: RepairSource, _ progress: JobProgress) {
        self.store = store
        self.source = source
        self.progress = progress
    }

    /// Goes through snapshots as far as listings are there or can be made.
    mutating func run(_ snapshots: [StoredSnapshot]) throws(UserError) {
        for snapshot in snapshots where snapshot.damage == nil {
            guard let root = snapshot.record.rootTree else { continue }
            var waiting = [(tree: root, path: BytePath.root)]
            while let (tree, path) = waiting.popLast() {
                guard seen.insert(tree).inserted else { continue }
                try progress.checkCancelled()
                for line in try lines(of: tree, at: path, in: snapshot.number) {
                    switch line {
                    case .part(let part): waiting.append((part.tree, path))
                    case .entry(let entry):
                        guard let tree = entry.tree else { continue }
                        waiting.append((tree, path.appending(entry.name)))
                    }
                }
            }
        }
    }

    private mutating func lines(
        of tree: Digest, at path: BytePath, in number: Int
    ) throws(UserError) -> [TreeLine] {
        if found.texts[tree] == nil, let text = try? source.treeObject(tree) {
            return (try? TreeText.parse(text)) ?? []
        }
        if found.texts[tree] == nil {
            let entries = try store.withCatalog { try $0.entries(of: path, in: number) }
            // Large directories are listed in parts: with one of them all others are made.
            try? found.add(directory: entries)
        }
        guard let text = found.texts[tree] else {
            // Another path or snapshot may lead to it with better luck.
            seen.remove(tree)
            return []
        }
        made[tree] = text
        return (try? TreeText.parse(text)) ?? []
    }
}
