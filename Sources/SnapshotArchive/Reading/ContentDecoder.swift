internal import LinuxSystem
internal import SnapshotModel

/// What one thread needs to unpack contents: engines and buffers, made once.
package struct ContentDecoder: ~Copyable {
    var inflater = Inflater()
    var hash = SHA256()
    var checksum = CRC32()
    var input: [UInt8] = []
    var output: [UInt8] = []

    /// Bytes read, and at most unpacked, in one step.
    static let window = 256 << 10

    /// Makes the engines.
    package init() {}

    /// Unpacks an entry in order and gives `body` every part; the digest of the whole is returned.
    ///
    /// More or fewer bytes than the entry promises are an error, and so is another checksum.
    mutating func decode(
        _ index: Int, of zip: ZipFile, _ body: (Span<UInt8>) throws -> Void
    ) throws -> Digest {
        try decode(
            zip.directory.entries[index], at: try zip.dataOffset(of: index), of: zip, body)
    }

    /// Unpacks an entry whose data begins at `start`, as the other `decode` does.
    mutating func decode(
        _ entry: ZipEntry, at start: Int64, of zip: some PackedFile,
        _ body: (Span<UInt8>) throws -> Void
    ) throws -> Digest {
        checksum = CRC32()
        _ = hash.next()
        switch entry.method {
        case .stored:
            guard entry.packed == entry.plain else {
                throw zip.damage(entry, "has contradicting sizes")
            }
            try copy(entry, from: start, of: zip, body)
        case .deflated:
            try inflate(entry, from: start, of: zip, body)
        }
        guard checksum.value == entry.checksum else {
            throw zip.damage(entry, "differs from its checksum")
        }
        return hash.next()
    }

    private mutating func copy(
        _ entry: ZipEntry, from start: Int64, of zip: some PackedFile,
        _ body: (Span<UInt8>) throws -> Void
    ) throws {
        var done: Int64 = 0
        while done < entry.packed {
            try Self.fill(&input, zip, at: start + done, atMost: entry.packed - done)
            try take(input, body)
            done += Int64(input.count)
        }
    }

    private mutating func inflate(
        _ entry: ZipEntry, from start: Int64, of zip: some PackedFile,
        _ body: (Span<UInt8>) throws -> Void
    ) throws {
        inflater.restart()
        // A span of a stored property would keep the others from changing.
        var (input, output) = takeBuffers()
        defer { (self.input, self.output) = (input, output) }
        var read: Int64 = 0
        var produced: Int64 = 0
        var used = 0
        input.removeAll(keepingCapacity: true)
        while !inflater.isFinished {
            if used == input.count, read < entry.packed {
                try Self.fill(&input, zip, at: start + read, atMost: entry.packed - read)
                read += Int64(input.count)
                used = 0
            }
            output.removeAll(keepingCapacity: true)
            do {
                let step = try inflater.inflate(
                    input.span.extracting(used..<input.count), limit: Self.window, into: &output)
                used += step.consumed
                produced += Int64(step.produced)
                // The engine may still have bits of an input that is used up, the end of the stream among them.
                if step.consumed == 0, step.produced == 0, !inflater.isFinished {
                    throw used < input.count ? InflateError.invalid : .length
                }
            } catch let error as InflateError {
                throw zip.damage(entry, error == .invalid ? "is not deflate" : "ends too early")
            }
            guard produced <= entry.plain else {
                throw zip.damage(entry, "unpacks to more than it says")
            }
            try take(output, body)
        }
        guard produced == entry.plain, read == entry.packed, used == input.count else {
            throw zip.damage(entry, "has other sizes than it says")
        }
    }

    private mutating func takeBuffers() -> (input: [UInt8], output: [UInt8]) {
        defer { (input, output) = ([], []) }
        return (input, output)
    }

    private static func fill(
        _ input: inout [UInt8], _ zip: some PackedFile, at offset: Int64, atMost rest: Int64
    ) throws {
        input.removeAll(keepingCapacity: true)
        let count = Int(min(rest, Int64(window)))
        guard try zip.read(into: &input, atMost: count, at: offset) > 0 else {
            throw zip.damage("the file ends too early")
        }
    }

    private mutating func take(_ bytes: [UInt8], _ body: (Span<UInt8>) throws -> Void) throws {
        guard !bytes.isEmpty else { return }
        hash.update(bytes.span)
        checksum.update(bytes.span)
        try body(bytes.span)
    }
}
