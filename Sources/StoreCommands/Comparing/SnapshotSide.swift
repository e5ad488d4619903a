internal import SnapshotModel
internal import SnapshotStore

/// A snapshot as one side of a comparison.
struct SnapshotSide: DiffSide {
    let view: SnapshotView

    var rootEntry: TreeEntry { view.record.rootEntry }

    func entries(of directory: BytePath) throws -> [TreeEntry] {
        try view.directory(at: directory)
    }

    func content(of path: BytePath, _ entry: TreeEntry) -> ContentIdentity? {
        entry.contentIdentity
    }
}
