internal import LinuxSystem
internal import SnapshotModel

/// The entry of a patch that is being written at the end of the zip, while nobody else writes.
final class PatchEntry {
    private let output: OutputFile
    private var entry: ZipEntry
    private var end: Int64
    private var hash = SHA256()
    private var checksum = CRC32()
    /// Why the zip could not be written, if it could not: what else fails concerns the patch alone.
    private(set) var failure: SystemError?

    init(_ header: ZipEntry, in output: OutputFile) {
        self.output = output
        entry = header
        entry.headerOffset = output.size
        // A patch is a third of a file at most, but nobody knows how large it gets.
        entry.isWide = true
        end = entry.headerOffset + Int64(entry.localHeaderCount)
    }

    /// Adds bytes.
    func append(_ bytes: [UInt8]) throws(SystemError) {
        do throws(SystemError) {
            try output.descriptor.write(bytes.span, at: end)
        } catch {
            failure = error
            throw error
        }
        hash.update(bytes.span)
        checksum.update(bytes.span)
        end += Int64(bytes.count)
    }

    /// Completes the entry, and lets the next one begin behind it.
    func finish() throws(SystemError) -> ZipEntry {
        entry.packed = end - entry.headerOffset - Int64(entry.localHeaderCount)
        entry.plain = entry.packed
        entry.checksum = checksum.value
        entry.digest = hash.next()
        var front = [UInt8]()
        entry.appendLocalHeader(to: &front)
        try output.descriptor.write(front.span, at: entry.headerOffset)
        output.moveEnd(to: end)
        return entry
    }
}
