import LinuxSystem
import SnapshotCatalog
import SnapshotModel
import SnapshotStore
import TreeScanning

/// What a snapshot that is being made is compared with.
protocol PastTree: KnownTree {
    /// The root itself, `nil` before the first snapshot.
    func rootEntry() throws -> KnownEntry?
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

    /// Those of some names that a directory holds.
    func entries(of directory: BytePath, named names: [[UInt8]]) throws -> [KnownEntry] {
        try store.withCatalog { try $0.entries(of: directory, named: names) }
    }

    /// The entry at a path, `nil` if it is unknown.
    func entry(at path: BytePath) throws -> KnownEntry? {
        try store.withCatalog { try $0.entry(at: path) }
    }

    /// Whether a directory holds more than so many names.
    func isLarger(_ directory: BytePath, than count: Int) throws -> Bool {
        try store.withCatalog { try $0.isLarger(directory, than: count) }
    }

    /// The paths of an inode.
    func names(of identity: FileIdentity) throws -> [BytePath] {
        try store.withCatalog { try $0.names(of: identity) }
    }

    /// The inodes that names of a directory stood for in older snapshots, and that have other names now.
    func formerInodes(
        of directory: BytePath, _ selection: NameSelection
    ) throws -> Set<FileIdentity> {
        try store.withCatalog { try $0.formerInodes(of: directory, selection) }
    }

    /// The root itself, `nil` before the first snapshot.
    func rootEntry() throws -> KnownEntry? { try entry(at: .root) }
}
