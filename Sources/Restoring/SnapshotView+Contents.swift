package import SnapshotModel
package import SnapshotStore

extension SnapshotView: SnapshotContents {
    /// The names in a directory of the snapshot.
    package func entries(of directory: BytePath) throws -> [TreeEntry] {
        try self.directory(at: directory)
    }
}
