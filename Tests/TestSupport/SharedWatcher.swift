package import SnapshotModel
internal import Synchronization
package import TreeWatching

/// The one watcher of the test process: libinotifytools cannot be started twice.
package enum SharedWatcher {
    /// The watcher, or why there is none.
    package static let result = Result { () throws(UserError) in try TreeWatcher.start() }

    private static let lastID = Atomic<Int>(0)

    /// A number for a tree that no other tree has.
    package static func newID() -> Int { lastID.add(1, ordering: .relaxed).newValue }
}
