import LinuxSystem
import SnapshotModel
import Synchronization
import TreeScanning

/// A known tree that counts the entries it was asked for.
final class CountingTree: KnownTree {
    private let tree: RememberedTree
    private let asked = Mutex(0)

    init(_ tree: RememberedTree) {
        self.tree = tree
    }

    var count: Int { asked.withLock { $0 } }

    private func counted(_ entries: [KnownEntry]) -> [KnownEntry] {
        asked.withLock { $0 += entries.count }
        return entries
    }

    func entries(of directory: BytePath) -> [KnownEntry] { counted(tree.entries(of: directory)) }

    func entries(of directory: BytePath, named names: [[UInt8]]) throws -> [KnownEntry] {
        counted(try tree.entries(of: directory, named: names))
    }

    func entry(at path: BytePath) -> KnownEntry? {
        counted([tree.entry(at: path)].compactMap(\.self)).first
    }

    func isLarger(_ directory: BytePath, than count: Int) throws -> Bool {
        try tree.isLarger(directory, than: count)
    }

    func names(of identity: FileIdentity) throws -> [BytePath] { try tree.names(of: identity) }

    func formerInodes(
        of directory: BytePath, _ selection: NameSelection
    ) throws -> Set<FileIdentity> { try tree.formerInodes(of: directory, selection) }
}
