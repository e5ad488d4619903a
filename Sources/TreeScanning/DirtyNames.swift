package import SnapshotModel

/// What a scan of changes looks at: the rest is as the known tree has it.
package struct DirtyNames: Hashable, Sendable {
    /// What may have changed in which directories; a directory's own attributes may have changed too.
    package private(set) var directories: [BytePath: NameSelection] = [:]
    /// The directories that are scanned with everything below them.
    package private(set) var trees: Set<BytePath> = []

    /// Numbers of inodes on the root's file system that changed, wherever their names are.
    package var inodes: Set<UInt64> = []

    /// Makes a set of nothing.
    package init() {}

    /// All that there is.
    package static var everything: DirtyNames {
        var names = DirtyNames()
        names.insert(tree: .root)
        return names
    }

    /// Adds names of a directory, by default all that it holds.
    package mutating func insert(_ selection: NameSelection = .everything, in directory: BytePath) {
        directories[directory, default: .names([])].formUnion(selection)
    }

    /// Adds a directory with everything below it.
    package mutating func insert(tree: BytePath) {
        trees.insert(tree)
    }

    /// Adds what the last snapshot could not list or read, or not in one piece, so that it is tried again.
    package mutating func insertRetries(of missing: [MissingItem]) {
        for item in missing where item.reason != .tooLarge {
            guard let parent = item.path.parent else { continue }
            insert(.names([item.path.name]), in: parent)
        }
    }
}
