internal import SnapshotModel

extension TreeEntry {
    /// Bytes that the entry takes on a disk, about: whole blocks of what is not a hole.
    var allocation: Int64 {
        let block: Int64 = 4096
        guard kind == .file else { return kind == .directory ? block : 0 }
        let data = dataRanges.map { $0.reduce(0) { $0.addingSaturated($1.count) } } ?? size
        return data.addingSaturated(block - 1) / block * block
    }
}

extension Int64 {
    /// The sum, or the largest number if there is no larger one.
    func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
