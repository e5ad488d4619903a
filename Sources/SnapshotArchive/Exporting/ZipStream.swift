internal import SnapshotModel

/// A zip that is written from its first byte to its last, into anything that takes bytes.
final class ZipStream {
    private let sink: ([UInt8]) throws -> Void
    /// Bytes that went out.
    private(set) var offset: Int64 = 0
    private var entries: [ZipEntry] = []
    private var buffer: [UInt8] = []

    private static let bufferSize = 256 << 10

    init(_ sink: @escaping ([UInt8]) throws -> Void) {
        self.sink = sink
    }

    /// Begins an entry whose header says everything; where it begins.
    @discardableResult
    func begin(_ header: ZipEntry) throws -> Int64 {
        var entry = header
        entry.headerOffset = offset + Int64(buffer.count)
        entry.appendLocalHeader(to: &buffer)
        entries.append(entry)
        if buffer.count >= Self.bufferSize { try flush() }
        return entry.headerOffset
    }

    /// Writes data of the entry that was begun last.
    func write(_ bytes: Span<UInt8>) throws {
        buffer.append(bytes)
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Writes an entry that is in memory.
    @discardableResult
    func add(_ header: ZipEntry, stored bytes: [UInt8]) throws -> Int64 {
        var entry = header
        entry.method = .stored
        entry.plain = Int64(bytes.count)
        entry.packed = entry.plain
        entry.checksum = CRC32.checksum(of: bytes.span)
        let start = try begin(entry)
        try write(bytes.span)
        return start
    }

    /// Writes the central directory and the end records; the size of the zip.
    func finish() throws -> Int64 {
        try flush()
        let start = offset
        for entry in entries {
            entry.appendCentralHeader(to: &buffer)
            if buffer.count >= Self.bufferSize { try flush() }
        }
        try flush()
        let size = offset - start
        DirectoryEnd(count: Int64(entries.count), offset: start, size: size).append(to: &buffer)
        try flush()
        return offset
    }

    private func flush() throws {
        guard !buffer.isEmpty else { return }
        try sink(buffer)
        offset += Int64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }
}
