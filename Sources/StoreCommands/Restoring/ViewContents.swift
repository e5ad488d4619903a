internal import Restoring
internal import SnapshotModel
internal import SnapshotStore

/// A snapshot of a store, as restoring reads it.
struct ViewContents: SnapshotContents {
    let view: SnapshotView

    var record: SnapshotRecord { view.record }

    func entries(of directory: BytePath) throws -> [TreeEntry] {
        try view.directory(at: directory)
    }

    func readContent(_ digest: Digest, _ body: (Span<UInt8>) throws -> Void) throws {
        try view.readContent(digest, body)
    }
}
