package import SnapshotModel

/// Which contents and trees snapshots show, by one look at all versions: no references are counted.
extension Catalog {
    /// Calls `body` with the digest of every content and directory that a kept snapshot shows, some more than once.
    ///
    /// `alsoExpired` takes in the snapshots that can still be taken back. Parts of large directories, and what
    /// patches change, are not among them.
    package func eachDigest(
        alsoExpired: Bool, _ body: (Digest) -> Void
    ) throws(CatalogError) {
        let range = "BETWEEN version.first AND ifnull(version.last, 9223372036854775807)"
        let query =
            alsoExpired
            ? "SELECT 1 FROM snapshot WHERE number \(range)"
            : """
            SELECT 1 FROM snapshot JOIN zip ON zip.id = snapshot.zip
            WHERE number \(range) AND folder = \(ZipPlace.main.rawValue)
            """
        try statement("SELECT hash FROM version WHERE hash IS NOT NULL AND EXISTS(\(query))")
            .forEach([]) { row in
                if let digest = Digest(row.blob(0)) { body(digest) }
            }
    }

    /// The numbers of the kept snapshots that show any of `digests`, in order; what patches change is for the caller to add.
    package func keptSnapshots(showing digests: Set<Digest>) throws(CatalogError) -> [Int] {
        guard !digests.isEmpty else { return [] }
        var numbers: [Int64] = []
        try statement(
            """
            SELECT number FROM snapshot JOIN zip ON zip.id = snapshot.zip
            WHERE folder = \(ZipPlace.main.rawValue) ORDER BY number
            """
        ).forEach([]) { row in numbers.append(row.integer(0)) }
        // Where ranges of snapshots begin and end, since a range may span all of them for each of a million files.
        var changes = [Int](repeating: 0, count: numbers.count + 1)
        try statement(
            """
            SELECT hash, first, ifnull(last, 9223372036854775807) FROM version
            WHERE hash IS NOT NULL
            """
        ).forEach([]) { row in
            guard let digest = Digest(row.blob(0)), digests.contains(digest) else { return }
            let (first, last) = (row.integer(1), row.integer(2))
            let start = numbers.partitionPoint { $0 >= first }
            let end = numbers.partitionPoint { $0 > last }
            guard start < end else { return }
            changes[start] += 1
            changes[end] -= 1
        }
        var showing: [Int] = []
        var depth = 0
        for (index, number) in numbers.enumerated() {
            depth += changes[index]
            if depth > 0 { showing.append(Int(number)) }
        }
        return showing
    }

    /// Calls `body` with the contents that patches change, wherever the patches lie.
    package func eachBase(_ body: (Digest) -> Void) throws(CatalogError) {
        try statement("SELECT base FROM object WHERE base IS NOT NULL").forEach([]) { row in
            if let digest = Digest(row.blob(0)) { body(digest) }
        }
    }

    /// The contents that are known as patches on one of `digests`, or on one that is, and so on.
    package func leaning(on digests: Set<Digest>) throws(CatalogError) -> Set<Digest> {
        guard !digests.isEmpty else { return [] }
        var patched: [Digest: [Digest]] = [:]
        try statement("SELECT base, hash FROM object WHERE base IS NOT NULL").forEach([]) { row in
            guard let base = Digest(row.blob(0)), let hash = Digest(row.blob(1)) else { return }
            patched[base, default: []].append(hash)
        }
        var leaning: Set<Digest> = []
        var pending = Array(digests)
        while let base = pending.popLast() {
            for digest in patched[base] ?? [] where leaning.insert(digest).inserted {
                pending.append(digest)
            }
        }
        return leaning
    }
}

extension [Int64] {
    /// The first place of a sorted array from which on all elements fulfil a condition.
    fileprivate func partitionPoint(_ isAfter: (Int64) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
