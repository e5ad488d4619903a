internal import SnapshotModel

extension TreeEntry {
    /// Bytes that the entry takes on a disk, about: whole blocks of what is not a hole.
    var allocation: Int64 {
        let block: Int64 = 4096
        guard kind == .file else { return kind == .directory ? block : 0 }
        let data = dataRanges.map { $0.reduce(0) { $0 + $1.count } } ?? size
        return (data + block - 1) / block * block
    }
}
