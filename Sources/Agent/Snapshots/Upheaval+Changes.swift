import SnapshotArchive
import SnapshotModel

extension Upheaval {
    /// What a snapshot took away, by the paths that changed.
    ///
    /// What lies below a directory that could not be listed is unknown rather than gone, and does not count.
    ///
    /// `method` says how the store has a content packed, `nil` if it does not know.
    ///
    /// - Throws: what `method` throws.
    init(
        of record: SnapshotRecord, previous: Int, changes: [TreeChange],
        method: (Digest) throws(UserError) -> PackingMethod?
    ) throws(UserError) {
        let unlisted = record.unlistedPaths
        var rewriting = Rewriting()
        var emptied = 0
        var hidden = 0
        for change in changes {
            let (before, after) = (change.before?.entry, change.after?.entry)
            guard before?.kind == .file || after?.kind == .file else { continue }
            if after == nil, unlisted.contains(where: { change.path.isInside($0) }) {
                hidden += 1
                continue
            }
            if let before, let after, before.size > 0, after.size == 0 { emptied += 1 }
            rewriting.add(
                path: change.path,
                before: try before.flatMap { entry throws(UserError) in try entry.side(method) },
                after: try after.flatMap { entry throws(UserError) in try entry.side(method) })
        }
        var counts = record.counts
        counts.removed = max(0, counts.removed - hidden)
        self.init(
            snapshot: record.number, previous: previous, counts: counts, emptied: emptied,
            rewritten: rewriting.count, replaced: rewriting.replaced,
            isWished: record.reason == .restore)
    }
}

extension SnapshotRecord {
    /// The directories whose names nobody could read.
    var unlistedPaths: [BytePath] {
        missing.compactMap { $0.reason == .unlisted ? $0.path : nil }
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
