package import SnapshotModel

/// What happens to one path of a tree.
package struct PathChange: Hashable, Sendable {
    /// The path from the root, which itself can be changed but not removed.
    package var path: BytePath
    /// What is there now, a directory's tree not looked at; `nil` if the path is gone with all below it.
    package var entry: TreeEntry?

    /// Makes a change.
    package init(path: BytePath, entry: TreeEntry?) {
        self.path = path
        self.entry = entry
    }
}
