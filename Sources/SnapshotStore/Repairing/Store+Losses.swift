internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotCatalog
internal import SnapshotModel

/// What is known to be lost for good.
extension Store {
    /// As many lost paths may be marked in all: the annotations are read into memory.
    static let mostLosses = 100_000
    /// With them the annotations may have so many bytes, which leaves room for what people say.
    static let mostBytesWithLosses = AnnotationsFile.limit / 2

    /// Marked losses of the snapshot with this note that still are losses.
    func losses(of note: SnapshotNote?) -> [LostItem] {
        guard let lost = note?.lost, !lost.isEmpty else { return [] }
        // A later snapshot may hold the same content again, and then this one has it back.
        return lost.filter { !isBack($0.object) }
    }

    /// The objects that kept snapshots are known to lack.
    var knownLosses: Set<Digest> { Set(snapshots.flatMap(\.lost).map(\.object)) }

    /// The listings that snapshots lack, expired ones included.
    var lostListings: Set<Digest> {
        Set((snapshots + expiredSnapshots).flatMap(\.lost).filter(\.isListing).map(\.object))
    }

    /// Marks what snapshots lack, by their numbers; what was marked before stays.
    func mark(_ losses: [Int: [LostItem]]) throws(UserError) {
        guard !losses.isEmpty else { return }
        try change { job, settings throws(UserError) in
            var marked = job.annotations
            for (number, items) in losses {
                let file = job.files[try index(of: number, in: job)]
                marked.update(job.noteKey(of: file), number: number) { $0.add(items) }
            }
            try Self.checkLosses(in: marked)
            let before = job.annotations
            job.annotations = marked
            do throws(UserError) {
                try writeAnnotations(&job, settings)
            } catch {
                job.annotations = before
                throw error
            }
        }
    }

    /// Refuses annotations with more losses than can be read again.
    static func checkLosses(
        in annotations: Annotations, atMost bytes: Int = mostBytesWithLosses
    ) throws(UserError) {
        let count = annotations.snapshots.values.reduce(0) { $0 + ($1.lost?.count ?? 0) }
        guard count > 0 else { return }
        guard count <= mostLosses,
            let text = AnnotationsFile.encode(annotations), text.count <= bytes
        else {
            throw UserError(
                .damaged, "\(count) files are lost, too many to note each",
                remedy: "snapctl verify names them; snapctl delete drops a snapshot")
        }
    }

    /// Whether a lost object can be read again, as far as one can know without reading it.
    private func isBack(_ object: Digest) -> Bool {
        var next = object
        for _ in 0..<Self.deepestChain {
            guard let place = listedPlace(of: next) else { return false }
            guard let base = place.base else { return true }
            next = base
        }
        return false
    }

    /// So many patches over each other are followed: more than are ever written.
    static let deepestChain = 64

    private func listedPlace(of object: Digest) -> ObjectPlace? {
        guard isWritable else { return (try? index.place(of: object))?.place }
        return catalog.read { holder in (try? holder.catalog?.place(of: object))?.place }
    }
}
