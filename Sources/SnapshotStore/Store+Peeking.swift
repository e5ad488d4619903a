package import LinuxSystem
package import SnapshotModel

extension Store {
    /// What the directory at `root` was when a person last agreed that it is what the store at `path` saves.
    ///
    /// `nil` if there is no such store, or it saves another directory.
    package static func recordedRoot(of root: BytePath, at path: BytePath) -> FileIdentity? {
        guard let directory = try? FileDescriptor.open(path, [.readOnly, .directory]),
            let identity = try? StoreFolder.readIdentity(in: directory, at: path),
            identity.root.path == root
        else { return nil }
        return FileIdentity(device: identity.rootDevice, inode: identity.rootInode)
    }
}
