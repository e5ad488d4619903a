internal import LinuxSystem
internal import SnapshotModel
internal import SnapshotStore

/// Finds under which path another snapshot has what a path stands for, if it has lost that path since.
///
/// Like `diff`, it goes by content: a file that is gone there and has come here with the same bytes moved. What a whole
/// directory took along is found by the directory, whose tree is the same.
struct MoveSearch {
    let past: any PastTrees
    let progress: JobProgress

    /// How many names that differ are looked at; what hides among more stays unfound.
    static let limit = 20_000

    /// Where what `path` is in the snapshot `here` is in the snapshot `there`, which has no such path.
    func counterpart(
        of path: BytePath, in here: Int, from there: Int
    ) throws(UserError) -> BytePath? {
        let wanted = try wanted(path, in: here, from: there)
        guard !wanted.isEmpty, let old = try past.entry(at: .root, in: there),
            let new = try past.entry(at: .root, in: here)
        else { return nil }
        var waiting = [Pair(path: .root, old: old, new: new)]
        var next = 0
        var looked = 0
        var other: BytePath?
        while next < waiting.count, looked <= Self.limit {
            try progress.checkCancelled()
            let pair = waiting[next]
            next += 1
            let (old, new) = try past.difference(
                of: pair.path, pair.old, in: there, pair.new, in: here)
            looked += old.count + new.count
            let stayed = Dictionary(new.map { ($0.name, $0) }) { first, _ in first }
            for entry in old {
                let child = pair.path.appending(entry.name)
                if let now = stayed[entry.name], now.kind == entry.kind {
                    if entry.kind == .directory, entry.tree != now.tree {
                        waiting.append(Pair(path: child, old: entry, new: now))
                    }
                    continue
                }
                if let tree = entry.tree, let below = wanted.directories[tree] {
                    return child.appending(below)
                }
                if entry.kind == .directory {
                    waiting.append(Pair(path: child, old: entry, new: nil))
                } else if let content = entry.contentIdentity, content == wanted.content {
                    if entry.name == path.name { return child }
                    other = other ?? child
                }
            }
        }
        return other
    }

    /// A directory of the one snapshot with what it is in the other, if anything.
    private struct Pair {
        let path: BytePath
        let old: TreeEntry
        let new: TreeEntry?
    }

    /// What is looked for.
    private struct Wanted {
        /// The content of the file itself.
        var content: ContentIdentity?
        /// The trees of the directories that have come with the path, and the way from them to it.
        var directories: [Digest: BytePath] = [:]

        var isEmpty: Bool { content == nil && directories.isEmpty }
    }

    private func wanted(
        _ path: BytePath, in here: Int, from there: Int
    ) throws(UserError) -> Wanted {
        var wanted = Wanted()
        guard let entry = try past.entry(at: path, in: here) else { return wanted }
        // Nothing is known of what is empty: many files and directories are.
        if entry.kind == .file, entry.size > 0 { wanted.content = entry.contentIdentity }
        if let tree = entry.tree, try !past.entries(of: path, entry, in: here).isEmpty {
            wanted.directories[tree] = .root
        }
        let names = path.components
        for depth in 1..<max(1, names.count) {
            let above = BytePath(Array(names.prefix(depth).joined(separator: [0x2F])))
            guard let tree = try past.entry(at: above, in: here)?.tree,
                try past.entry(at: above, in: there)?.kind != .directory
            else { continue }
            wanted.directories[tree] =
                BytePath(Array(names.dropFirst(depth).joined(separator: [0x2F])))
        }
        return wanted
    }
}
