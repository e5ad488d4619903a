package import LinuxSystem
package import SnapshotModel

/// A zip whose objects are read by their places, without a look at its central directory.
///
/// Nothing is trusted: whatever is read is compared with its digest.
package final class ObjectFile: PackedFile {
    /// Where the zip was opened, for messages.
    package let path: BytePath
    private let file: FileDescriptor

    /// Bytes that are read for a header at once; names are mostly shorter.
    private static let usualHeader = 512

    /// Takes over the descriptor of a zip; `path` is what messages call it.
    package init(_ descriptor: consuming FileDescriptor, path: BytePath) {
        file = descriptor
        self.path = path
    }

    /// What the kernel knows of the file now; `linkCount` 0 means that it was removed.
    package func status() throws(SystemError) -> FileStatus { try file.status() }

    /// Another descriptor of the same file.
    package func duplicate() throws(SystemError) -> FileDescriptor { try file.duplicate() }

    /// The text of a tree object, checked against its digest.
    package func treeObject(
        _ tree: Digest, at place: ObjectPlace
    ) throws(UserError) -> [UInt8] {
        try treeObject(tree, at: place.offset, packed: place.packed, plain: place.plain)
    }

    /// Gives `body` the content of an entry in order, part by part, and throws if it does not have the digest.
    ///
    /// The digest is known at the end only: what was done with the parts counts after this returns.
    package func readContent(
        _ content: Digest, at place: ObjectPlace, using decoder: inout ContentDecoder,
        _ body: (Span<UInt8>) throws -> Void
    ) throws {
        let (entry, start) = try entry(at: place)
        guard try decoder.decode(entry, at: start, of: self, body) == content else {
            throw damage(entry, "differs from its hash")
        }
    }

    func read(
        into buffer: inout [UInt8], atMost count: Int, at offset: Int64
    ) throws(SystemError) -> Int {
        try file.read(into: &buffer, atMost: count, at: offset)
    }

    /// The entry whose local header begins at a place, and where its data begins.
    func entry(
        at place: ObjectPlace
    ) throws(UserError) -> (entry: ZipEntry, start: Int64) {
        for count in [Self.usualHeader, 30 + 2 * 0xFFFF] {
            var bytes = [UInt8]()
            do throws(SystemError) {
                _ = try file.read(into: &bytes, atMost: count, at: place.offset)
            } catch {
                throw failure(error)
            }
            var cursor = ByteCursor(bytes)
            guard let entry = ZipEntry(localHeaderAt: &cursor) else { continue }
            guard entry.packed == place.packed, entry.plain == place.plain,
                entry.method == place.method
            else { throw damage(entry, "is not what was written") }
            return (entry, place.offset + Int64(cursor.offset))
        }
        throw damage("no entry begins at \(place.offset)")
    }
}
