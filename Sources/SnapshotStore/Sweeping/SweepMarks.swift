internal import SnapshotArchive
internal import LinuxSystem
internal import SnapshotModel

/// What the roots of a sweep need, taken further as snapshots come.
struct SweepMarks: Sendable {
    private(set) var needed = NeededObjects()
    private var covered: Set<SweepRoots.Root> = []
    private var noted: Set<[UInt8]> = []

    /// Whether every snapshot was gone through.
    func covers(_ roots: SweepRoots) -> Bool {
        (roots.kept + roots.grace).allSatisfy(covered.contains)
    }

    /// Notes which patches a zip has, once.
    mutating func note(_ zip: [UInt8], _ objects: () throws(UserError) -> [PlacedObject])
        throws(UserError)
    {
        guard !noted.contains(zip) else { return }
        for object in try objects() {
            guard object.place.form == .patch, let base = object.place.base else { continue }
            needed.note(patch: object.digest, of: base)
        }
        noted.insert(zip)
    }

    /// Goes through the snapshots that are new; one that cannot be read throws, since nobody knows what it needs.
    mutating func cover(
        _ roots: SweepRoots, progress: JobProgress,
        reading: (Digest) throws(UserError) -> [UInt8]
    ) throws(UserError) {
        let all = roots.kept.map { ($0, true) } + roots.grace.map { ($0, false) }
        for (root, isKept) in all where !covered.contains(root) {
            guard let tree = root.tree else { throw Self.unknown(root.number, why: nil) }
            do throws(UserError) {
                try needed.add(root: tree, isKept: isKept, progress: progress, reading: reading)
            } catch  where error.code == .damaged {
                throw Self.unknown(root.number, why: error.why ?? error.message)
            }
            covered.insert(root)
        }
    }

    private static func unknown(_ number: Int, why: String?) -> UserError {
        UserError(
            .damaged, "what \(number) needs cannot be read, so nothing is removed", why: why,
            remedy: "snapctl verify \(number)", subject: "\(number)")
    }
}
