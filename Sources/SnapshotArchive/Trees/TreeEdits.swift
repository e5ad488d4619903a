package import SnapshotModel

/// Makes the new trees of all directories in which something changed, up to the root.
package struct TreeEdits: ~Copyable {
    /// A directory of which some changes may still follow.
    private struct Directory {
        var path: BytePath
        /// What its own line said before; `nil` if it is new.
        var before: TreeEntry?
        /// What its line is to say, the tree excepted.
        var entry: TreeEntry
        var tree: StoredTree
        var changes: [NameChange] = []
    }

    private let source: any TreeSource
    private var editor = TreeEditor()
    /// The directories from the root to the one that is changed last.
    private var open: [Directory] = []
    /// The new entries of the directories that differ from before, the root among them, by path.
    package private(set) var directories: [BytePath: TreeEntry] = [:]

    /// Makes edits of trees whose objects `source` has.
    package init(source: any TreeSource) {
        self.source = source
    }

    /// Edits every directory in which something changed, the deepest first.
    ///
    /// A directory that could not be listed has no tree. A directory that stays one keeps what it holds but for the
    /// changes; one that is new, or was something else, holds only what the changes put in.
    /// - Parameters:
    ///   - changes: What changed, in any order, each path once.
    ///   - root: The old root; `nil` if there is none, then the changes must have the new one.
    ///   - sink: Takes the new objects.
    /// - Returns: The root's new entry with its tree.
    /// - Throws: What `source` and `sink` throw, `damaged` for an old tree that is not as it was written, and
    ///   `internal` for changes that do not fit the old tree.
    package mutating func apply<Sink: TreeObjectSink & ~Copyable>(
        _ changes: [PathChange], to root: TreeEntry?, into sink: inout Sink
    ) throws -> TreeEntry {
        let sorted = changes.sorted { $0.path.comesBefore($1.path) }
        var rest = sorted[...]
        var newRoot = root
        if let first = rest.first, first.path.isRoot {
            rest.removeFirst()
            newRoot = first.entry
        }
        guard let newRoot else { throw Self.misfit(.root, "there is no root") }
        open = [directory(.root, before: root, entry: newRoot)]
        for change in rest {
            guard let parent = change.path.parent else {
                throw Self.misfit(change.path, "it is changed twice")
            }
            try close(downTo: parent, into: &sink)
            try enter(parent)
            try take(change)
        }
        try close(downTo: .root, into: &sink)
        var result = open[0].entry
        result.tree = try editor.edit(&open[0].tree, open[0].changes, into: &sink)
        open = []
        if result != root { directories[.root] = result }
        return result
    }

    private mutating func take(_ change: PathChange) throws {
        let last = open.count - 1
        let name = change.path.name
        guard open[last].changes.last?.name != name else {
            throw Self.misfit(change.path, "it is changed twice")
        }
        guard let entry = change.entry else {
            open[last].changes.append(.remove(name))
            return
        }
        guard entry.kind == .directory else {
            open[last].changes.append(.put(entry))
            return
        }
        let before = try open[last].tree.entry(named: name)
        open.append(directory(change.path, before: before, entry: entry))
    }

    /// Opens a directory and those above it that do not change themselves.
    private mutating func enter(_ path: BytePath) throws {
        var current = open[open.count - 1].path
        for name in path.components.dropFirst(current.components.count) {
            let last = open.count - 1
            current = current.appending(name)
            guard open[last].changes.last?.name != name,
                let entry = try open[last].tree.entry(named: name), entry.kind == .directory
            else { throw Self.misfit(current, "it is no directory") }
            open.append(directory(current, before: entry, entry: entry))
        }
    }

    /// Ends the directories that do not hold this one.
    private mutating func close<Sink: TreeObjectSink & ~Copyable>(
        downTo path: BytePath, into sink: inout Sink
    ) throws {
        while var ended = open.last, !path.isInside(ended.path) {
            open.removeLast()
            ended.entry.tree = nil
            // What it holds is unknown: an empty tree would say that it holds nothing.
            if ended.entry.missing != .unlisted || !ended.changes.isEmpty {
                ended.entry.tree = try editor.edit(&ended.tree, ended.changes, into: &sink)
            }
            guard ended.entry != ended.before else { continue }
            directories[ended.path] = ended.entry
            open[open.count - 1].changes.append(.put(ended.entry))
        }
    }

    private func directory(_ path: BytePath, before: TreeEntry?, entry: TreeEntry) -> Directory {
        var tree: Digest?
        if before?.kind == .directory, entry.missing != .unlisted { tree = before?.tree }
        return Directory(
            path: path, before: before, entry: entry, tree: StoredTree(tree, source: source))
    }

    private static func misfit(_ path: BytePath, _ why: String) -> UserError {
        UserError(
            .internal, "the changes do not fit the tree at \(path.display)", why: why,
            remedy: "snapctl snapshot --full")
    }
}
