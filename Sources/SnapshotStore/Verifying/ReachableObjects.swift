internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// Everything that snapshots consist of, each object once however many snapshots show it.
struct ReachableObjects {
    private let source: any TreeSource
    private let progress: JobProgress
    /// Tree objects that were read, those of which no zip has a whole copy included.
    private(set) var trees: Set<Digest> = []
    /// Contents of files.
    private(set) var contents: Set<Digest> = []
    /// Tree objects that no zip has whole, and why.
    private(set) var unreadable: [Digest: UserError] = [:]

    init(_ source: any TreeSource, _ progress: JobProgress) {
        self.source = source
        self.progress = progress
    }

    /// Goes down from the root of a snapshot, and returns what no snapshot before showed.
    @discardableResult
    mutating func walk(_ snapshot: StoredSnapshot) throws(UserError) -> [Digest] {
        guard snapshot.damage == nil, let root = snapshot.record.rootTree else { return [] }
        var new = [Digest]()
        var waiting = [root]
        while let tree = waiting.popLast() {
            guard trees.insert(tree).inserted else { continue }
            try progress.checkCancelled()
            new.append(tree)
            for line in try lines(of: tree) {
                switch line {
                case .part(let part): waiting.append(part.tree)
                case .entry(let entry):
                    if let tree = entry.tree { waiting.append(tree) }
                    guard let content = entry.content, contents.insert(content).inserted else {
                        continue
                    }
                    new.append(content)
                }
            }
        }
        return new
    }

    private mutating func lines(of tree: Digest) throws(UserError) -> [TreeLine] {
        do throws(UserError) {
            let text = try source.treeObject(tree)
            if let lines = try? TreeText.parse(text) { return lines }
            throw StoreObjects.damage(tree, why: "it is not the text of a tree")
        } catch {
            if error.obstacle != nil { throw error }
            unreadable[tree] = error
            return []
        }
    }
}
