internal import LinuxSystem
internal import SnapshotModel

/// Local headers and data end to end, on their way to the zip.
///
/// A local header does not say where it stands, so a full segment can go anywhere.
struct Segment: ~Copyable {
    /// The bytes; entries' offsets are relative to their beginning.
    var bytes: [UInt8] = []
    private var entries: [(item: Int, entry: ZipEntry)] = []
    private var claims: [(content: Digest, packed: PackedContent)] = []

    /// A segment of this size is written.
    static let fullSize = 1 << 20

    var isFull: Bool { bytes.count >= Self.fullSize }

    init() {
        bytes.reserveCapacity(Self.fullSize * 2)
    }

    /// Appends a header, whose entry begins here.
    mutating func begin(_ entry: inout ZipEntry) {
        entry.headerOffset = Int64(bytes.count)
        entry.appendLocalHeader(to: &bytes)
    }

    /// Ends the entry that was begun last.
    mutating func end(_ entry: ZipEntry, item: Int) {
        entries.append((item, entry))
    }

    /// Ends the entry that was begun last, and offers its content to others once it is written.
    mutating func end(_ entry: ZipEntry, item: Int, content: Digest) {
        entries.append((item, entry))
        let packed = PackedContent(
            method: entry.method, checksum: entry.checksum, packed: entry.packed,
            plain: entry.plain, offset: Int64(bytes.count) - entry.packed)
        claims.append((content, packed))
    }

    /// Writes everything and tells where it went.
    mutating func flush(to job: PackingJob, _ found: inout FoundResults) throws(SystemError) {
        guard !bytes.isEmpty else { return }
        let base = try job.output.append(bytes)
        for (item, relative) in entries {
            var entry = relative
            entry.headerOffset += base
            found.entries.append((item, entry))
        }
        for (content, relative) in claims {
            var packed = relative
            packed.offset += base
            job.ledger.note(content, packed)
        }
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        claims.removeAll(keepingCapacity: true)
    }
}
