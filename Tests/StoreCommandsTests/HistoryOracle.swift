import ControlProtocol
import SnapshotModel
import SnapshotStore

/// What all kept snapshots hold, from their trees, gone through in full.
struct HistoryOracle {
    private let numbers: [Int]
    private let trees: [[BytePath: TreeEntry]]
    /// Every path that any of them has.
    let paths: [BytePath]

    init(_ store: Store) throws {
        var numbers: [Int] = []
        var trees: [[BytePath: TreeEntry]] = []
        for snapshot in store.snapshots {
            var tree: [BytePath: TreeEntry] = [:]
            try store.view(snapshot.number).walk { tree[$0] = $1 }
            numbers.append(snapshot.number)
            trees.append(tree)
        }
        self.numbers = numbers
        self.trees = trees
        paths = Set(trees.flatMap(\.keys)).sorted()
    }

    /// The paths that match, with the first and the last snapshot that has such a thing there.
    func found(where matches: (BytePath, EntryKind) -> Bool) -> [String] {
        paths.filter { !$0.isRoot }.compactMap { path in
            let having = zip(numbers, trees).filter { _, tree in
                tree[path].map { matches(path, $0.kind) } ?? false
            }.map(\.0)
            guard let first = having.first, let last = having.last else { return nil }
            return "\(first)..\(last) \(path.display)"
        }
    }

    /// What is wrong with an answer, empty if nothing is.
    func problems(of report: VersionsReport) -> [String] {
        let path = report.bytePath
        let own = report.versions.filter { $0.bytePath == path }
        var problems: [String] = []
        let expected = runs(of: path)
        let found = own.map { ($0.first ?? 0)...($0.last ?? 0) }
        if found != expected { problems.append("\(found) is not \(expected)") }
        for version in report.versions { problems += self.problems(of: version) }
        // What was elsewhere led here: each has a successor that says where it was.
        for version in report.versions where version.bytePath != path {
            let isFollowed = report.versions.contains { next in
                next.first == version.last.flatMap { after($0) }
                    && (next.bytePath == version.bytePath || next.pathBefore == version.bytePath)
            }
            if !isFollowed { problems.append("\(version.path) leads nowhere") }
        }
        return problems
    }

    private func problems(of version: VersionItem) -> [String] {
        guard let first = version.first, let last = version.last,
            let start = numbers.firstIndex(of: first), let end = numbers.firstIndex(of: last),
            let entry = trees[start][version.bytePath]
        else { return ["\(version) is in no snapshot"] }
        let path = version.bytePath
        var problems: [String] = []
        if version.sha256 != entry.content?.hexadecimal || version.size != entry.size {
            problems.append("\(path.display) has other content in \(first)")
        }
        let before = start > 0 ? trees[start - 1][path] : nil
        if before == nil, start > 0 {
            let sources = counterparts(of: path, in: trees[start], from: trees[start - 1])
            let isRight = version.pathBefore.map { sources.contains($0) } ?? sources.isEmpty
            if !isRight || (version.event == .moved) != (version.pathBefore != nil) {
                problems.append("\(path.display) came at \(first) from one of \(sources)")
            }
        } else if version.event == .moved || version.event == .added, before != nil {
            problems.append("\(path.display) was there before \(first)")
        }
        guard let gone = version.gone else { return problems }
        let next = end + 1 < trees.count ? trees[end + 1] : [:]
        if after(last) != gone || next[path] != nil {
            problems.append("\(path.display) is not gone in \(gone)")
        }
        let goals = counterparts(of: path, in: trees[end], from: next)
        if !(version.pathAfter.map { goals.contains($0) } ?? goals.isEmpty) {
            problems.append("\(path.display) went at \(gone) to one of \(goals)")
        }
        return problems
    }

    private func after(_ number: Int) -> Int? {
        numbers.firstIndex(of: number).flatMap { $0 + 1 < numbers.count ? numbers[$0 + 1] : nil }
    }

    /// The numbers between which a path was the same.
    private func runs(of path: BytePath) -> [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        var last: TreeEntry?
        for (number, tree) in zip(numbers, trees) {
            let entry = tree[path]
            if let entry, let last, Self.isSame(entry, last), let run = runs.popLast() {
                runs.append(run.lowerBound...number)
            } else if entry != nil {
                runs.append(number...number)
            }
            last = entry
        }
        return runs
    }

    private static func isSame(_ one: TreeEntry, _ other: TreeEntry) -> Bool {
        one.kind == other.kind && one.content == other.content && one.tree == other.tree
            && one.target == other.target && (one.kind == .link || one.mode == other.mode)
    }

    /// Where what came is in a tree that has no such path: by its content, or by a directory that it is in.
    private func counterparts(
        of path: BytePath, in here: [BytePath: TreeEntry], from there: [BytePath: TreeEntry]
    ) -> Set<BytePath> {
        let lost = there.filter { here[$0.key]?.kind != $0.value.kind }
        var found: Set<BytePath> = []
        if let entry = here[path], entry.kind == .file, entry.size > 0 {
            found.formUnion(lost.filter { $0.value.content == entry.content }.keys)
        }
        var top: BytePath? = path
        while let current = top, !current.isRoot {
            if let tree = here[current]?.tree, there[current]?.kind != .directory,
                here.keys.contains(where: { $0.parent == current })
            {
                let below = BytePath(Array(path.bytes.dropFirst(current.bytes.count + 1)))
                for place in lost.filter({ $0.value.tree == tree }).keys {
                    found.insert(place.appending(below))
                }
            }
            top = current.parent
        }
        return found
    }
}
