import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TreeScanning

/// The hash of a file that does not change while it is read.
enum StableDigest {
    /// The digest of a file's content, condensed if `map` says how, `nil` if it is not what the scan saw any more, cannot be
    /// read at rest or is not to be read on because the work is called off.
    ///
    /// Another file that got the name meanwhile says nothing of this one: its change has a way of its own.
    static func of(
        _ item: ScannedItem, as map: CondensedMap?, root: borrowing FileDescriptor,
        buffer: inout [UInt8], window: Int, progress: JobProgress
    ) -> Digest? {
        guard var file = try? StableFile.open(item.path, beneath: root),
            item.isStill(file.status)
        else { return nil }
        if let map {
            let digest = try? CondensedReading.digest(
                of: file.descriptor, size: file.status.size, as: map,
                while: { !progress.isCancelled })
            return (try? file.finish()) == .stable ? digest : nil
        }
        var hash = SHA256()
        var offset: Int64 = 0
        while true {
            buffer.removeAll(keepingCapacity: true)
            guard !progress.isCancelled,
                let count = try? file.read(into: &buffer, atMost: window, at: offset)
            else { return nil }
            guard count > 0 else { break }
            hash.update(buffer.span)
            offset += Int64(count)
        }
        guard (try? file.finish()) == .stable else { return nil }
        return hash.finish()
    }
}

extension ScannedItem {
    /// Whether an open file is the one that was scanned, in the state that it had then.
    fileprivate func isStill(_ status: FileStatus) -> Bool {
        identity
            == KnownIdentity(device: status.device, inode: status.inode, changed: status.changed)
            && entry.size == status.size && entry.modified == status.modified
    }
}
