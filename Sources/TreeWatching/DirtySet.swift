package import SnapshotModel

/// What changed since the last sync point.
package struct DirtySet: Sendable, Hashable {
    /// So many directories are as good as all of them.
    static let largest = 65_536
    /// So many names are remembered in all; further ones make their directories dirty as a whole.
    static let mostNames = 65_536

    /// Whether only a walk of the whole tree can tell.
    package private(set) var everything = false
    /// Why, for a person; `nil` while `everything` is not set.
    package private(set) var reason: String?
    /// What changed in which directories, by their paths from the root; empty with `everything`.
    ///
    /// Names are hints: a directory without any may have changed itself.
    package private(set) var names: [BytePath: NameSelection] = [:]
    private var nameCount = 0

    /// Numbers of inodes that were written under a name that they never had in the tree: they are anywhere in it.
    package private(set) var inodes: Set<UInt64> = []

    /// Whether a name came and went: a file in the tree may have been changed under it, no event tells which.
    package private(set) var isDoubtful = false

    /// Makes a set of nothing.
    package init() {}

    /// Makes a set of everything.
    package init(everything reason: String) {
        insertEverything(reason)
    }

    /// Whether nothing changed.
    package var isEmpty: Bool { !everything && names.isEmpty && inodes.isEmpty }

    /// Whether a change of a path was told by its name.
    package func tells(of path: BytePath) -> Bool {
        switch path.parent.flatMap({ names[$0] }) {
        case nil: false
        case .everything?: true
        case .names(let told)?: told.contains(path.name)
        }
    }

    /// The directories in which something changed.
    package var directories: Set<BytePath> { Set(names.keys) }

    /// Adds names of a directory, by default all that it holds.
    ///
    /// - Returns: Whether the directory is dirty as a whole, so that more names of it say nothing.
    @discardableResult
    package mutating func insert(
        _ directory: BytePath, _ selection: NameSelection = .everything
    ) -> Bool {
        guard !everything else { return true }
        let isWhole = Self.add(
            selection, to: &names[directory, default: .names([])], count: &nameCount)
        if names.count > Self.largest {
            insertEverything("more than \(Self.largest) directories changed")
        }
        return isWhole || everything
    }

    private static func add(
        _ selection: NameSelection, to held: inout NameSelection, count: inout Int
    ) -> Bool {
        count -= held.nameCount
        held.formUnion(selection)
        if count + held.nameCount > mostNames { held = .everything }
        count += held.nameCount
        return held == .everything
    }

    /// Adds an inode whose names are not known.
    package mutating func insert(inode: UInt64) {
        guard !everything else { return }
        inodes.insert(inode)
        if inodes.count > Self.largest {
            insertEverything("more than \(Self.largest) files without a name changed")
        }
    }

    /// Adds a doubt that only a walk can settle, which may wait.
    package mutating func insertDoubt() {
        isDoubtful = true
    }

    /// Adds the whole tree; the first reason stays.
    package mutating func insertEverything(_ reason: String) {
        guard !everything else { return }
        everything = true
        self.reason = reason
        names = [:]
        nameCount = 0
        inodes = []
    }

    /// Adds what another set holds.
    package mutating func formUnion(_ other: DirtySet) {
        if other.everything { insertEverything(other.reason ?? "the whole tree changed") }
        for (directory, selection) in other.names { insert(directory, selection) }
        for inode in other.inodes { insert(inode: inode) }
        if other.isDoubtful { insertDoubt() }
    }
}
