internal import SnapshotModel

/// The snapshots that a sweep goes by at one moment, and the zips that are none.
struct SweepRoots: Sendable {
    /// A snapshot whose objects must stay.
    struct Root: Hashable, Sendable {
        var id: String
        var number: Int
        /// Whether it is kept, not only in its time of grace.
        var isKept: Bool
        /// `nil` if its record cannot be read.
        var tree: Digest?
    }

    /// The snapshots that are kept.
    var kept: [Root] = []
    /// Those that can still be taken back.
    var grace: [Root] = []
    /// Zips that may go.
    var zips: [ObjectZip] = []
    /// Zips of kept snapshots that hold all that their snapshots need, the newest first.
    var complete: [[UInt8]] = []
    /// Zips of expired snapshots that lie in `base/`.
    var expiring: [SnapshotFile] = []

    init(_ job: StoreJob, removable: (ObjectZip) -> Bool) {
        for file in job.files {
            let isKept = !file.isExpired || job.note(of: file)?.isPinned == true
            let root = Root(
                id: file.record.id, number: file.number, isKept: isKept,
                tree: file.record.rootTree)
            if isKept {
                kept.append(root)
            } else {
                grace.append(root)
                if file.place == .base { expiring.append(file) }
            }
        }
        complete = job.files.filter { $0.isSound && !$0.mayLean }.map(\.name).reversed()
        zips = job.objects.filter(removable)
    }
}
