import SnapshotArchive
import SnapshotModel

extension Upheaval {
    /// What a snapshot took away, by the paths that changed.
    ///
    /// What lies below a directory that could not be listed is unknown rather than gone, and does not count.
    ///
    /// - Throws: what reading the zip before it throws.
    init(
        of record: SnapshotRecord, previous: Int, changes: [TreeChange], locations: [ContentRow],
        carrier: ArchiveReader?
    ) throws(UserError) {
        let unlisted = record.unlistedPaths
        let wanted = Set(changes.compactMap { $0.before == nil ? nil : $0.after?.entry.content })
            .union(changes.compactMap { $0.before == nil ? $0.after?.entry.content : nil })
        var methods: [Digest: PackingMethod] = [:]
        for row in locations where wanted.contains(row.content) {
            methods[row.content] = row.method
        }
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
            let old = try before.flatMap(\.content).flatMap { content throws(UserError) in
                try carrier?.method(of: content)
            }
            rewriting.add(
                path: change.path, before: before.flatMap { $0.side(packed: old) },
                after: after.flatMap { entry in
                    entry.side(packed: entry.content.flatMap { methods[$0] })
                })
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
    fileprivate func side(packed method: PackingMethod?) -> Rewriting.File? {
        content.map {
            Rewriting.File(
                content: $0, size: size, isCompressible: method.map { $0 == .deflated })
        }
    }
}
