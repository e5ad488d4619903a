package import LinuxSystem
package import SnapshotModel

/// What the newest snapshot holds, as the catalog remembers it.
///
/// A tree that can give a part of a directory without reading the rest of it should do so: what is asked for
/// decides what a scan of changes costs.
package protocol KnownTree {
    /// The names in a directory, in any order; none for a path that is unknown or no directory.
    func entries(of directory: BytePath) throws -> [KnownEntry]

    /// Those of some names that a directory holds, in any order.
    func entries(of directory: BytePath, named names: [[UInt8]]) throws -> [KnownEntry]

    /// The entry at a path, `nil` if it is unknown.
    func entry(at path: BytePath) throws -> KnownEntry?

    /// Whether a directory holds more than so many names.
    func isLarger(_ directory: BytePath, than count: Int) throws -> Bool

    /// The paths of an inode, also if it is known to have one name only.
    func names(of identity: FileIdentity) throws -> [BytePath]

    /// The inodes that names of a directory stood for at some time, and that have other names now.
    ///
    /// Who opened one of them under its old name writes on under it, as far as events tell.
    func formerInodes(
        of directory: BytePath, _ selection: NameSelection
    ) throws -> Set<FileIdentity>
}

extension KnownTree {
    /// Picks them from the whole directory.
    package func entries(of directory: BytePath, named names: [[UInt8]]) throws -> [KnownEntry] {
        let wanted = Set(names)
        return try entries(of: directory).filter { wanted.contains($0.entry.name) }
    }

    /// Picks it from the directory that holds it; the root is unknown.
    package func entry(at path: BytePath) throws -> KnownEntry? {
        guard let parent = path.parent else { return nil }
        return try entries(of: parent, named: [path.name]).first
    }

    /// Counts the names.
    package func isLarger(_ directory: BytePath, than count: Int) throws -> Bool {
        try entries(of: directory).count > count
    }

    /// Walks the whole tree.
    package func names(of identity: FileIdentity) throws -> [BytePath] {
        var found: [BytePath] = []
        try walk(below: .root) { path, known in
            guard let inode = known.identity, known.entry.kind != .directory else {
                return
            }
            if inode.device == identity.device, inode.inode == identity.inode { found.append(path) }
        }
        return found
    }

    /// None: the past is unknown.
    package func formerInodes(
        of directory: BytePath, _ selection: NameSelection
    ) throws -> Set<FileIdentity> { [] }

    /// Calls `body` with everything below a directory, directories before what they hold.
    package func walk(
        below directory: BytePath, _ body: (BytePath, KnownEntry) throws -> Void
    ) throws {
        var waiting = [directory]
        while let next = waiting.popLast() {
            for known in try entries(of: next) {
                let path = next.appending(known.entry.name)
                try body(path, known)
                if known.entry.kind == .directory { waiting.append(path) }
            }
        }
    }
}

/// The tree before the first snapshot: nothing is known.
package struct NothingKnown: KnownTree, Sendable {
    /// Makes the tree.
    package init() {}

    /// No names, whatever the directory.
    package func entries(of directory: BytePath) -> [KnownEntry] { [] }
}
