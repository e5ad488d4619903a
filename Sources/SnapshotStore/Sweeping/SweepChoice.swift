/// What a sweep knows of a zip that may go.
struct SweepCandidate: Hashable, Sendable {
    /// Bytes that the zip takes on the disk.
    var allocated: Int64
    /// Bytes in it of objects that are needed and that no other zip has.
    var live: Int64
    /// How many such objects there are.
    var liveCount: Int
    /// How many objects are in it that no longer have to be there.
    var dead: Int
    /// Whether contents in it can be packed smaller.
    var isLoose = false
}

/// Which zips a sweep takes next: no clock and no disk here.
enum SweepChoice {
    /// A content zip ends before it gets larger than this.
    static let largestZip: Int64 = 1 << 30
    /// A content zip ends before it has more entries than this.
    static let mostObjects = 50_000
    /// What is carried takes this much more room than its packed data: headers, directory, trees.
    static let overhead: Int64 = 256

    /// Positions of the candidates that are swept together.
    ///
    /// What nothing needs goes first and needs no room, so that a full disk is no obstacle. Then come those with the
    /// least to carry: of each at least half must go, or anything at all for a thorough sweep, and what is carried must
    /// fit into what is free.
    static func next(among candidates: [SweepCandidate], free: Int64, isThorough: Bool) -> [Int] {
        let dead = candidates.indices.filter { candidates[$0].liveCount == 0 }
        guard dead.isEmpty else { return dead }
        var chosen = [Int]()
        var size: Int64 = 0
        var count = 0
        let order = candidates.indices.sorted { left, right in
            (candidates[left].live, left) < (candidates[right].live, right)
        }
        for position in order where candidates[position].isWorthwhile(isThorough: isThorough) {
            let candidate = candidates[position]
            let needed = candidate.room
            let fits =
                size + needed <= min(largestZip, free) && count + candidate.liveCount <= mostObjects
            guard fits || chosen.isEmpty && needed <= free else { break }
            chosen.append(position)
            size += needed
            count += candidate.liveCount
        }
        return chosen
    }
}

extension SweepCandidate {
    /// Bytes that its objects take in another zip.
    fileprivate var room: Int64 { live + Int64(liveCount) * SweepChoice.overhead }

    /// Whether carrying what is needed frees enough.
    fileprivate func isWorthwhile(isThorough: Bool) -> Bool {
        isLoose || dead > 0 && (isThorough || room <= allocated / 2)
    }
}
