internal import SnapshotModel

/// Neighbouring entries of a carrier that the new zip has unchanged, headers included.
struct CarriedRun: Sendable {
    var carrier: Int
    var offset: Int64
    var count: Int64
    var entries: [(item: Int, entry: ZipEntry)]

    /// Runs are cut here, so that several threads share the work and progress shows.
    static let largestCount: Int64 = 32 << 20
}

/// Finds what the new zip takes from its carriers as it is.
struct CarryPlanner {
    private let job: PackingJob
    private var found: [[(item: Int, index: Int)]]

    init(_ job: PackingJob) {
        self.job = job
        found = Array(repeating: [], count: job.plan.carriers.count)
    }

    /// The runs to copy; `isCarried` tells of every item whether it is in one.
    mutating func runs() -> (runs: [CarriedRun], isCarried: [Bool]) {
        var isCarried = Array(repeating: false, count: job.plan.items.count)
        // A zip with damage is not copied unseen: what is whole is taken entry by entry.
        guard !job.plan.carriers.isEmpty, job.plan.distrusted.isEmpty else {
            return ([], isCarried)
        }
        for (index, item) in job.plan.items.enumerated() where !job.grouped.contains(index) {
            guard let match = match(item, index) else { continue }
            found[match.carrier].append((index, match.entry))
            isCarried[index] = true
        }
        let runs = found.indices.flatMap { neighbours(in: $0) }
        return (runs, isCarried)
    }

    /// The entry of a carrier whose header and data are what the item needs.
    private func match(_ item: ArchiveItem, _ index: Int) -> (carrier: Int, entry: Int)? {
        let candidates: Range<Int>
        switch (item.entry.kind, item.source) {
        case (.file, .carried(let carrier)) where found.indices.contains(carrier):
            candidates = carrier..<(carrier + 1)
        case (.directory, _), (.link, _):
            candidates = found.indices
        default:
            return nil
        }
        guard var header = job.names.header(of: item.entry, path: item.path, index: index) else {
            return nil
        }
        switch item.entry.kind {
        case .file: header.digest = item.entry.content
        case .link: header.digest = SHA256.digest(of: item.entry.target)
        default: break
        }
        for carrier in candidates {
            if let entry = match(header, in: job.plan.carriers[carrier]) { return (carrier, entry) }
        }
        return nil
    }

    private func match(_ header: ZipEntry, in carrier: ArchiveReader) -> Int? {
        let directory = carrier.zip.directory
        guard !directory.isSalvaged, let index = directory.byName[header.name] else { return nil }
        let known = directory.entries[index]
        var expected = header
        expected.method = known.method
        expected.checksum = known.checksum
        expected.packed = known.packed
        expected.plain = known.plain
        expected.isWide = known.isWide
        expected.headerOffset = known.headerOffset
        guard expected == known else { return nil }
        // Behind an entry of a cloned zip there may be a hole. One whose header cannot be read is not carried
        // unseen: whoever takes its data meets the same error.
        let isOurs = directory.isTight(index) || (try? carrier.zip.hasOwnHeader(index)) == true
        return isOurs ? index : nil
    }

    private func neighbours(in carrier: Int) -> [CarriedRun] {
        let directory = job.plan.carriers[carrier].zip.directory
        let ordered = found[carrier].sorted {
            directory.entries[$0.index].headerOffset < directory.entries[$1.index].headerOffset
        }
        var runs = [CarriedRun]()
        for (item, index) in ordered {
            let entry = directory.entries[index]
            let count = Int64(entry.localHeaderCount) + entry.packed
            if let last = runs.last, last.offset + last.count == entry.headerOffset,
                last.count < CarriedRun.largestCount
            {
                runs[runs.count - 1].count += count
                runs[runs.count - 1].entries.append((item, entry))
            } else {
                runs.append(
                    CarriedRun(
                        carrier: carrier, offset: entry.headerOffset, count: count,
                        entries: [(item, entry)]))
            }
        }
        return runs
    }
}
