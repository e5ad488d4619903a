import LinuxSystem
import SnapshotArchive
import SnapshotModel

/// The hash of a file that does not change while it is read.
enum StableDigest {
    /// The digest of a file's content, `nil` if it cannot be read at rest.
    static func of(
        _ path: BytePath, root: borrowing FileDescriptor, buffer: inout [UInt8], window: Int
    ) -> Digest? {
        guard var file = try? StableFile.open(path, beneath: root) else { return nil }
        var hash = SHA256()
        var offset: Int64 = 0
        while true {
            buffer.removeAll(keepingCapacity: true)
            guard let count = try? file.read(into: &buffer, atMost: window, at: offset) else {
                return nil
            }
            guard count > 0 else { break }
            hash.update(buffer.span)
            offset += Int64(count)
        }
        guard (try? file.finish()) == .stable else { return nil }
        return hash.finish()
    }
}
