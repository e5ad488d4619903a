internal import LinuxSystem
internal import SnapshotModel

/// What speaks for a large file's content being in a zip already, so that hashing it first may save packing it.
struct KnownLargeContents {
    private var namesBySize: [Int64: [[UInt8]]] = [:]
    private var packedSizes: Set<Int64> = []
    private var inodes: [FileIdentity: Known] = [:]

    private struct Known {
        var status: FileStatus
        var map: CondensedMap?
        var content: Digest
    }

    init(_ plan: ArchivePlan) {
        packedSizes = plan.movedSizes
        for carrier in plan.carriers {
            for entry in carrier.entries
            where entry.isContent && entry.plain >= PackingJob.largeSize {
                namesBySize[entry.plain, default: []].append(entry.name)
            }
        }
    }

    /// Remembers a file that is in the zip now.
    mutating func learn(_ content: Digest, _ file: SharedFile) {
        packedSizes.insert(file.size)
        guard file.status.linkCount > 1 else { return }
        inodes[file.status.identity] = Known(
            status: file.status, map: file.condensed, content: content)
    }

    /// The content of another name of the same inode in the same state.
    func content(of file: SharedFile) -> Digest? {
        let status = file.status
        guard let other = inodes[status.identity], other.status.size == status.size,
            other.status.modified == status.modified, other.status.changed == status.changed,
            other.map == file.condensed
        else { return nil }
        return other.content
    }

    /// Whether a content of this size is there under another name.
    ///
    /// Under the same name it is most likely a file that changed in place, as databases do.
    func mayHold(size: Int64, otherThan name: [UInt8]) -> Bool {
        packedSizes.contains(size) || namesBySize[size]?.contains { $0 != name } == true
    }
}
