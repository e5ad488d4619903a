internal import SnapshotModel
internal import SnapshotStore

/// What the operands of a restore name.
struct RestoreSelection {
    /// The snapshot.
    let view: SnapshotView
    /// The paths wanted; none for everything.
    var paths: [BytePath]
    /// Whether a single path goes to the target under its own name alone.
    var flattensSingle: Bool
}
