import LinuxSystem
import SnapshotModel
import SnapshotStore
import TreeScanning

/// The newest snapshot's tree with what the parts of the next one have changed so far.
///
/// Directories hold what they held: a scan looks at each of them once, and compares it with the newest snapshot.
struct DraftedTree: PastTree {
    let newest: CatalogTree

    /// The names that the newest snapshot has in a directory.
    func entries(of directory: BytePath) throws -> [KnownEntry] {
        try newest.entries(of: directory)
    }

    /// The paths that an inode has in the newest snapshot.
    func names(of identity: FileIdentity) throws -> [BytePath] {
        try newest.names(of: identity)
    }

    /// The entry at a path, as the parts have it if they changed it.
    func entry(at path: BytePath) throws -> KnownEntry? {
        try newest.store.draftedEntry(at: path) ?? newest.entry(at: path)
    }

    /// The root itself.
    func rootEntry() throws -> KnownEntry? { try entry(at: .root) }
}
