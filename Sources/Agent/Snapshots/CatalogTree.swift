import SnapshotCatalog
import SnapshotModel
import SnapshotStore
import TreeScanning

/// What a snapshot that is being made is compared with.
protocol PastTree: KnownTree {
    /// The root itself, `nil` before the first snapshot.
    func rootEntry() throws -> KnownEntry?

    /// What is at a path, `nil` if the newest snapshot has nothing there.
    func entry(at path: BytePath) throws -> KnownEntry?
}

/// The newest snapshot's tree, as the store's catalog knows it.
struct CatalogTree: PastTree {
    let store: Store

    /// Makes a view of a store's newest tree.
    init(store: Store) {
        self.store = store
    }

    /// The names in a directory; none for a path that is unknown or no directory.
    func entries(of directory: BytePath) throws -> [KnownEntry] {
        try store.knownEntries(of: directory)
    }

    /// The root itself, `nil` before the first snapshot.
    func rootEntry() throws -> KnownEntry? { try entry(at: .root) }

    /// What is at a path, `nil` if the newest snapshot has nothing there.
    func entry(at path: BytePath) throws -> KnownEntry? {
        try store.withCatalog { try $0.entry(at: path) }
    }
}
