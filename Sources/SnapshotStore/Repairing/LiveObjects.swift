internal import LinuxSystem
internal import SnapshotArchive
internal import SnapshotModel

/// Looks which lost objects the directory that is saved still has, where snapshots show them.
struct LiveObjects {
    private let root: BytePath
    private let progress: JobProgress

    /// So much of a file must be holes for it not to be read through.
    private static let mostHoles: Int64 = 1 << 30
    private static let piece = 1 << 20

    init(_ root: BytePath, _ progress: JobProgress) {
        self.root = root
        self.progress = progress
    }

    /// What is saved again when the directory is: contents that were read and found as they were, and of the newest
    /// snapshot the listings of directories that are still there.
    func find(
        among losses: [Int: [LostItem]], newest: Int?
    ) throws(UserError) -> Set<Digest> {
        guard !losses.isEmpty,
            let directory = try? FileDescriptor.open(root, [.readOnly, .directory])
        else { return [] }
        var found: Set<Digest> = []
        var seen: Set<LostItem> = []
        for (number, items) in losses.sorted(by: { $0.key > $1.key }) {
            for item in items where !found.contains(item.object) {
                try progress.checkCancelled()
                if item.isListing {
                    let isThere =
                        (try? directory.openBeneath(item.path, [.readOnly, .directory])) != nil
                    if number == newest, isThere { found.insert(item.object) }
                } else if seen.insert(item).inserted, try isThere(item, below: directory) {
                    found.insert(item.object)
                }
            }
        }
        return found
    }

    /// Whether a file has the content that a snapshot shows; what cannot be read has not.
    private func isThere(
        _ item: LostItem, below root: borrowing FileDescriptor
    ) throws(UserError) -> Bool {
        guard let file = try? root.openBeneath(item.path, [.readOnly, .noFollow, .nonBlocking]),
            let status = try? file.status(), status.kind == .file
        else { return false }
        // Of files that are nearly all holes, being there has to do.
        if status.size - status.allocated > Self.mostHoles { return true }
        var hash = SHA256()
        var buffer = [UInt8]()
        var offset: Int64 = 0
        while offset < status.size {
            try progress.checkCancelled()
            buffer.removeAll(keepingCapacity: true)
            guard let count = try? file.read(into: &buffer, atMost: Self.piece, at: offset),
                count > 0
            else { return false }
            hash.update(buffer.span)
            offset += Int64(count)
        }
        return hash.next() == item.object
    }
}
