package import SnapshotModel

/// What a tree's owner is told, on the watcher's thread.
package enum WatchReport: Sendable, Hashable {
    /// Something that matters changed; `deletesOnly` if all of it was names that went away.
    case changed(deletesOnly: Bool, at: MonotonicInstant)
    /// Only a walk of the whole tree can tell what changed, and why that is.
    case everything(reason: String)
    /// The root's directory is not at its path any more.
    case rootGone(reason: String)
    /// A directory is at the root's path again, and watched.
    case rootBack
    /// More of the tree cannot be watched than before.
    case degraded
    /// The wall clock was set, or the machine slept.
    case clockChanged
}
