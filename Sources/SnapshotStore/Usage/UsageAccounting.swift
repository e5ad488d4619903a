internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// Divides the room that zips take among the snapshots that are to blame for it.
struct UsageAccounting {
    /// The first and the last incremental snapshot that shows an object, by position.
    private struct Need {
        var first: Int
        var last: Int
    }

    /// Where an object lies, for those that others than its own snapshot need.
    private struct Copies {
        /// Bytes of the copies that are free when nothing needs them.
        var loose: Int64 = 0
        /// Copies in zips that hold everything: how many, the last one's snapshot, and its bytes.
        var whole = 0
        var lastWhole = 0
        var wholeBytes: Int64 = 0
    }

    private let kept: [StoredSnapshot]
    private let positions: [[UInt8]: Int]
    private var needs: [Digest: Need] = [:]
    private var copies: [Digest: Copies] = [:]
    private var bases: [Digest: Digest] = [:]
    private var alone: [Int64]
    /// Bytes that are free once the snapshot at a position and all before it are gone.
    private var last: [Int64]
    private var bytes: Int64 = 0

    init(kept: [StoredSnapshot]) {
        self.kept = kept
        positions = Dictionary(
            kept.enumerated().map { ($1.fileName, $0) }, uniquingKeysWith: { first, _ in first })
        alone = Array(repeating: 0, count: kept.count)
        last = alone
    }

    /// Goes through the trees of the incremental snapshots, from both ends: what is seen first there is needed from there.
    mutating func addNeeds(
        _ objects: StoreObjects, _ progress: JobProgress
    ) throws(UserError) {
        let leaning = kept.indices.filter { kept[$0].record.layout == .incremental }
        for isForward in [true, false] {
            var reachable = ReachableObjects(objects, progress)
            for position in isForward ? leaning : leaning.reversed() {
                for object in try reachable.walk(kept[position]) {
                    if isForward {
                        needs[object] = Need(first: position, last: position)
                    } else {
                        needs[object]?.last = position
                    }
                }
                progress.add(files: 1)
            }
        }
    }

    /// Takes in a zip of so many bytes on the disk.
    mutating func add(
        _ name: [UInt8], size: Int64, isExpired: Bool, holding objects: [PlacedObject]
    ) {
        bytes += size
        guard !isExpired else { return }
        let position = positions[name]
        let isWhole = position.map { kept[$0].record.layout == .complete } ?? false
        var overhead = size
        for object in objects {
            let packed = object.place.packed
            if let base = object.place.base { bases[object.digest] = base }
            if isWhole {
                guard needs[object.digest] != nil, let position else { continue }
                var known = copies[object.digest] ?? Copies()
                known.whole += 1
                known.lastWhole = max(known.lastWhole, position)
                known.wholeBytes = packed
                copies[object.digest] = known
            } else {
                overhead -= packed
                copies[object.digest, default: Copies()].loose += packed
            }
        }
        guard let position else { return }
        alone[position] += isWhole ? size : max(0, overhead)
        last[position] += isWhole ? size : max(0, overhead)
    }

    /// What came of it.
    var result: StoreUsage {
        var (alone, last) = (self.alone, self.last)
        let needs = needsWithBases()
        for (object, copies) in copies {
            guard let need = needs[object] else { continue }
            if copies.loose > 0 {
                last[need.last] += copies.loose
                if need.first == need.last { alone[need.last] += copies.loose }
            } else if copies.whole > 0 {
                // One copy stays as long as an incremental snapshot needs it.
                if copies.whole == 1 { alone[copies.lastWhole] -= copies.wholeBytes }
                if need.last > copies.lastWhole {
                    last[copies.lastWhole] -= copies.wholeBytes
                    last[need.last] += copies.wholeBytes
                }
            }
        }
        var sum: Int64 = 0
        var usage = StoreUsage(bytes: bytes)
        for (position, snapshot) in kept.enumerated() {
            sum += last[position]
            usage.snapshots.append(
                SnapshotUsage(
                    number: snapshot.number, alone: max(0, alone[position]),
                    withOlder: max(0, sum)))
        }
        return usage
    }

    /// What patches change is needed wherever they are.
    private func needsWithBases() -> [Digest: Need] {
        var result = needs
        for object in bases.keys {
            guard var need = result[object] else { continue }
            var next = bases[object]
            for _ in 0..<64 {
                guard let base = next else { break }
                let known = result[base] ?? need
                need = Need(first: min(known.first, need.first), last: max(known.last, need.last))
                result[base] = need
                next = bases[base]
            }
        }
        return result
    }
}
