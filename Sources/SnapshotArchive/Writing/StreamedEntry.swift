internal import LinuxSystem
internal import SnapshotModel

/// An entry of unknown size that one thread writes piece by piece while nobody else writes.
struct StreamedEntry: ~Copyable {
    private let output: OutputFile
    private var entry: ZipEntry
    private var deflater = Deflater()
    private var hash = SHA256()
    private var checksum = CRC32()
    private var buffer: [UInt8] = []
    private var flushed: Int64 = 0

    private static let bufferSize = 1 << 20

    /// Begins an entry with a wide header, because nobody knows how large it gets.
    init(_ entry: ZipEntry, in output: OutputFile) throws(SystemError) {
        self.output = output
        self.entry = entry
        self.entry.method = .deflated
        self.entry.isWide = true
        var header = [UInt8]()
        self.entry.appendLocalHeader(to: &header)
        self.entry.headerOffset = try output.append(header)
    }

    /// Where the entry's header begins.
    var headerOffset: Int64 { entry.headerOffset }

    /// Adds a piece that can be unpacked on its own, and says where it lies in the entry's data.
    mutating func add(_ piece: [UInt8]) throws(SystemError) -> Extent {
        let offset = flushed + Int64(buffer.count)
        deflater.deflate(piece.span, ending: .piece, isListing: true, into: &buffer)
        hash.update(piece.span)
        checksum.update(piece.span)
        entry.plain += Int64(piece.count)
        let end = flushed + Int64(buffer.count)
        if buffer.count >= Self.bufferSize { try flush() }
        return Extent(offset: offset, packed: end - offset, plain: Int64(piece.count))
    }

    /// Ends the entry and completes its header.
    consuming func finish() throws(SystemError) -> ZipEntry {
        Deflater.appendStreamEnd(to: &buffer)
        try flush()
        entry.packed = flushed
        entry.checksum = checksum.value
        entry.digest = hash.next()
        var header = [UInt8]()
        entry.appendLocalHeader(to: &header)
        try output.descriptor.write(header.span, at: entry.headerOffset)
        return entry
    }

    private mutating func flush() throws(SystemError) {
        _ = try output.append(buffer)
        flushed += Int64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }
}
