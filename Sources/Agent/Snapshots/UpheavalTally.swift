import SnapshotArchive
import SnapshotModel

/// What the brake must know of a snapshot's changes, taken in one by one so that nobody has to hold them.
struct UpheavalTally: Sendable {
    private var rewriting = Rewriting()
    private var emptied = 0
    /// Files below directories that cannot be listed any more: unknown rather than gone.
    private var hidden = 0
    /// Directories that could not be listed and held something before.
    private(set) var unlisted: [BytePath] = []

    /// Takes in one path that differs.
    ///
    /// `method` says how the store has a content packed, `nil` if it does not know.
    ///
    /// - Throws: what `method` throws.
    mutating func add(
        _ change: TreeChange, method: (Digest) throws(UserError) -> PackingMethod?
    ) throws(UserError) {
        let (before, after) = (change.before?.entry, change.after?.entry)
        guard before?.kind == .file || after?.kind == .file else { return }
        if let before, let after, before.size > 0, after.size == 0 { emptied += 1 }
        rewriting.add(
            path: change.path,
            before: try before.flatMap { entry throws(UserError) in try entry.side(method) },
            after: try after.flatMap { entry throws(UserError) in try entry.side(method) })
    }

    /// Takes in a name that was below a directory which is there, but could not be listed.
    mutating func add(hidden entry: TreeEntry, below directory: BytePath) {
        if unlisted.last != directory { unlisted.append(directory) }
        if entry.kind == .file { hidden += 1 }
    }

    /// What the snapshot took away.
    func upheaval(of record: SnapshotRecord, previous: Int) -> Upheaval {
        var counts = record.counts
        counts.removed = max(0, counts.removed - hidden)
        return Upheaval(
            snapshot: record.number, previous: previous, counts: counts, emptied: emptied,
            rewritten: rewriting.count, replaced: rewriting.replaced,
            isWished: record.reason == .restore)
    }
}

extension TreeEntry {
    /// The file as one side of a change, `nil` for anything without a content.
    fileprivate func side(
        _ method: (Digest) throws(UserError) -> PackingMethod?
    ) throws(UserError) -> Rewriting.File? {
        guard let content else { return nil }
        return Rewriting.File(
            content: content, size: contentSize,
            isCompressible: try method(content).map { $0 == .deflated })
    }
}
