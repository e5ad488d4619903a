internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// The record of a snapshot that nobody knows any more, made anew from its zip and from what its neighbours say.
enum RebuiltRecord {
    /// Makes it as far as the root's listing goes; `nil` if that is not known.
    ///
    /// The same zip gives the same record, its identity included.
    static func make(
        for file: SnapshotFile, _ salvage: ZipSalvage, dataset: String, in store: Store
    ) -> SnapshotRecord? {
        guard let root = salvage.rootTree else { return nil }
        let known = store.snapshots.filter { $0.damage == nil && $0.fileName != file.name }
        let before = known.last { $0.number < file.number }
        let near = before ?? known.first { $0.number > file.number }
        var record = near?.record ?? SnapshotRecord()
        record.id = String(
            SHA256.digest(of: file.name + Array(root.hexadecimal.utf8)).hexadecimal.prefix(32))
        record.number = file.number
        record.store = store.uuid
        record.dataset = dataset
        record.root = store.root
        record.created = FileTime(seconds: salvage.created ?? file.status.modified.seconds)
        record.rootEntry.tree = root
        record.parent = before?.number
        record.reason = .change
        record.layout =
            SnapshotFileName(file.name)?.isIncremental == true ? .incremental : .complete
        record.counts = SnapshotCounts()
        record.duration = 0
        record.missing = [mark]
        return record
    }

    /// Whether a repair made this record.
    static func isOne(_ record: SnapshotRecord) -> Bool { record.missing.contains(mark) }

    /// Says that something is lost, though every file may be there.
    private static let mark = MissingItem(
        path: .root, reason: .damaged,
        detail: "the record was lost and made anew: the owner, mode and times of the directory "
            + "itself may be others, and so may the reason")

    /// Counts what the snapshot shows and how that differs from the one before it.
    static func complete(
        _ record: inout SnapshotRecord, from source: any TreeSource, in store: Store,
        _ progress: JobProgress
    ) throws(UserError) {
        guard let root = record.rootTree else { return }
        var counting = TreeCounting(source, progress)
        try counting.count(root)
        let parent = record.parent.flatMap { number in
            store.snapshots.first { $0.number == number }?.record.rootTree
        }
        try counting.compare(parent, root)
        record.counts = counting.counts
        record.missing += counting.missing.sorted { $0.path < $1.path }
    }
}
