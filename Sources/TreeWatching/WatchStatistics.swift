package import SnapshotModel

/// A directory that is not watched though it should be.
package struct UncoveredDirectory: Sendable, Hashable {
    /// Its path from the root; all below it is not watched either.
    package var path: BytePath
    /// The system's words for the reason.
    package var reason: String
    /// Whether the kernel's limit of watches is the reason: raising it helps.
    package var isBeyondLimit: Bool

    /// Makes a directory with the reason why it is not watched.
    package init(path: BytePath, reason: String, isBeyondLimit: Bool = false) {
        self.path = path
        self.reason = reason
        self.isBeyondLimit = isBeyondLimit
    }
}

/// How well a tree is watched.
package struct WatchStatistics: Sendable, Hashable {
    /// Directories of this tree that are watched.
    package var directories = 0
    /// Watches of all trees together.
    package var watches = 0
    /// How many watches the kernel allows this user, 0 if unknown.
    package var watchLimit = 0
    /// The sysctl that sets that limit.
    package var watchLimitName = WatchLimit().sysctl
    /// How often the kernel's queue overflowed.
    package var overflows = 0
    /// Events of watches that should not exist any more, each of which costs a walk.
    package var unknownEvents = 0
    /// Walks of the whole tree after its first one.
    package var walks = 0
    /// Directories with changes that no sync point has handed out; all of them if only a walk can tell.
    package var dirty = 0
    /// Whether the root's directory is at its path.
    package var isRootPresent = true
    /// What is not watched, ordered by path.
    package var uncovered: [UncoveredDirectory] = []

    /// Makes statistics of nothing.
    package init() {}
}
