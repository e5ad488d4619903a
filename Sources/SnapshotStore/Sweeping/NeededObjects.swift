internal import LinuxSystem
internal import SnapshotModel

/// Which objects snapshots need, found by going through their trees: what is equal is gone through once.
struct NeededObjects: Sendable {
    /// Trees, contents and what patches of these change, of snapshots that are kept.
    private(set) var kept: Set<Digest> = []
    /// The same of snapshots that can still be taken back; what kept ones need may be missing here.
    private(set) var grace: Set<Digest> = []
    /// What patches in any zip change, by the contents that they make.
    ///
    /// A content may lie whole in one zip and as a patch in another. Its base is needed all the same, since the
    /// catalog that knows of the whole one can be lost.
    private var bases: [Digest: Set<Digest>] = [:]

    /// Whether any snapshot needs an object.
    func contains(_ object: Digest) -> Bool { kept.contains(object) || grace.contains(object) }

    /// Notes that a patch makes a content from another one; that is to be known before the contents are.
    mutating func note(patch content: Digest, of base: Digest) {
        bases[content, default: []].insert(base)
        if kept.contains(content) { addBases(of: content, isKept: true) }
        if grace.contains(content) { addBases(of: content, isKept: false) }
    }

    /// Adds everything below a root tree.
    ///
    /// A tree that cannot be read throws: nobody knows then what is needed, and what was found is of no use.
    mutating func add(
        root: Digest, isKept: Bool, progress: JobProgress,
        reading: (Digest) throws(UserError) -> [UInt8]
    ) throws(UserError) {
        var waiting = [Digest]()
        if insert(root, isKept) { waiting.append(root) }
        while let tree = waiting.popLast() {
            try progress.checkCancelled()
            add(try Self.lines(of: tree, try reading(tree)), isKept, &waiting)
        }
    }

    private mutating func add(
        _ lines: [TreeLine], _ isKept: Bool, _ waiting: inout [Digest]
    ) {
        for line in lines {
            switch line {
            case .part(let part):
                if insert(part.tree, isKept) { waiting.append(part.tree) }
            case .entry(let entry):
                if let content = entry.content, insert(content, isKept) {
                    addBases(of: content, isKept: isKept)
                }
                if let tree = entry.tree, insert(tree, isKept) { waiting.append(tree) }
            }
        }
    }

    private mutating func addBases(of content: Digest, isKept: Bool) {
        var waiting = [content]
        while let content = waiting.popLast() {
            for base in bases[content] ?? [] where insert(base, isKept) { waiting.append(base) }
        }
    }

    private mutating func insert(_ object: Digest, _ isKept: Bool) -> Bool {
        if isKept { return kept.insert(object).inserted }
        return !kept.contains(object) && grace.insert(object).inserted
    }

    private static func lines(
        of tree: Digest, _ text: [UInt8]
    ) throws(UserError) -> [TreeLine] {
        do throws(TreeTextError) {
            return try TreeText.parse(text)
        } catch {
            throw UserError(
                .damaged, "the tree \(tree.hexadecimal) cannot be read", why: error.description,
                remedy: "snapctl verify")
        }
    }
}
