package import LinuxSystem
package import SnapshotModel

/// A tree to watch.
package struct WatchedRoot: Sendable {
    /// What tells it apart from the other trees.
    package var id: Int
    /// The absolute path of its directory.
    package var path: BytePath
    /// Whether an entry of a directory matters; `false` for a directory leaves out all below it.
    package var isRelevant:
        @Sendable (_ directory: BytePath, _ name: [UInt8], _ isDirectory: Bool) -> Bool
    /// Directories of the program's own, which are never watched.
    package var ownIdentities: Set<FileIdentity>
    /// Whether to stay on the root's file system.
    package var oneFileSystem: Bool
    /// Whether what is at the path now is not the tree, as an empty mount point: another directory there is awaited.
    package var isAwaited = false

    /// Makes a tree of which everything matters.
    package init(
        id: Int, path: BytePath, ownIdentities: Set<FileIdentity> = [], oneFileSystem: Bool = false,
        isRelevant:
            @escaping @Sendable (
                _ directory: BytePath, _ name: [UInt8], _ isDirectory: Bool
            ) -> Bool = { _, _, _ in true }
    ) {
        self.id = id
        self.path = path
        self.ownIdentities = ownIdentities
        self.oneFileSystem = oneFileSystem
        self.isRelevant = isRelevant
    }
}
