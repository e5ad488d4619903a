internal import SnapshotModel
internal import SnapshotStore

/// A path of a snapshot that an operand names.
struct Located {
    /// The snapshot, open.
    let view: SnapshotView
    /// The path from the root; the root itself for a whole snapshot.
    let path: BytePath
    /// Whether the path was typed without `REF:`, so that it counts from the current directory.
    var isFree = false

    /// The snapshot's number.
    var number: Int { view.snapshot.number }

    /// How a person would type it: `42:reports`.
    var typed: String { path.isRoot ? "\(number)" : "\(number):\(path.display)" }
}
