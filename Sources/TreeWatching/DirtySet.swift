package import SnapshotModel

/// What changed since the last sync point.
package struct DirtySet: Sendable, Hashable {
    /// So many directories are as good as all of them.
    static let largest = 65_536

    /// Whether only a walk of the whole tree can tell.
    package private(set) var everything = false
    /// Why, for a person; `nil` while `everything` is not set.
    package private(set) var reason: String?
    /// The directories whose entries changed, by their paths from the root; empty with `everything`.
    package private(set) var directories: Set<BytePath> = []

    /// Makes a set of nothing.
    package init() {}

    /// Makes a set of everything.
    package init(everything reason: String) {
        insertEverything(reason)
    }

    /// Whether nothing changed.
    package var isEmpty: Bool { !everything && directories.isEmpty }

    /// Adds one directory.
    package mutating func insert(_ directory: BytePath) {
        guard !everything else { return }
        directories.insert(directory)
        if directories.count > Self.largest {
            insertEverything("more than \(Self.largest) directories changed")
        }
    }

    /// Adds the whole tree; the first reason stays.
    package mutating func insertEverything(_ reason: String) {
        guard !everything else { return }
        everything = true
        self.reason = reason
        directories = []
    }

    /// Adds what another set holds.
    package mutating func formUnion(_ other: DirtySet) {
        if other.everything { insertEverything(other.reason ?? "the whole tree changed") }
        for directory in other.directories { insert(directory) }
    }
}
