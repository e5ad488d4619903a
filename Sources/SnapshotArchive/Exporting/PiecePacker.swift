internal import SnapshotModel

/// Packs a content in pieces that can be unpacked on their own, the same bytes for the same content every time.
final class PiecePacker {
    private let output: ([UInt8]) throws -> Void
    private let pieceSize: Int
    private var deflater = Deflater()
    private var smallest: SmallestPieces?
    private var checksum = CRC32()
    private var waiting: [UInt8] = []
    private var buffer: [UInt8] = []
    private var packed: Int64 = 0
    private var plain: Int64 = 0
    private var chunks: [Extent] = []

    private static let bufferSize = 256 << 10

    /// Makes a packer that gives `output` the packed bytes.
    init(_ output: @escaping ([UInt8]) throws -> Void) {
        self.output = output
        pieceSize = 64 << 10
    }

    /// Makes a packer that packs a content of `size` bytes as small as it gets, in the pieces in which it is packed at first.
    init(
        size: Int64, smallest: consuming SmallestPieces,
        _ output: @escaping ([UInt8]) throws -> Void
    ) {
        self.output = output
        self.smallest = consume smallest
        pieceSize = SharedFile.pieceSize(of: size)
    }

    /// Takes the next bytes.
    func add(_ part: Span<UInt8>) throws {
        checksum.update(part)
        waiting.append(part)
        guard waiting.count >= pieceSize else { return }
        let bytes = waiting
        var start = 0
        while bytes.count - start >= pieceSize {
            try pack(bytes.span.extracting(start..<(start + pieceSize)))
            start += pieceSize
        }
        waiting.removeAll(keepingCapacity: true)
        waiting.append(bytes.span.extracting(start..<bytes.count))
    }

    /// Ends the stream and says what it came to.
    func finish() throws -> PackedContent {
        let rest = waiting
        if !rest.isEmpty { try pack(rest.span) }
        Deflater.appendStreamEnd(to: &buffer)
        try flush()
        return PackedContent(
            method: .deflated, checksum: checksum.value, packed: packed, plain: plain, offset: 0,
            chunks: chunks.count > 1 ? chunks : [])
    }

    private func pack(_ piece: Span<UInt8>) throws {
        let before = buffer.count
        // Where the slow engine has no memory the fast one has.
        if smallest?.deflate(piece, into: &buffer) != true {
            deflater.deflate(piece, ending: .piece, into: &buffer)
        }
        let count = Int64(buffer.count - before)
        chunks.append(
            Extent(
                offset: packed + Int64(before), packed: count, plain: Int64(piece.count)))
        plain += Int64(piece.count)
        if buffer.count >= Self.bufferSize { try flush() }
    }

    private func flush() throws {
        packed += Int64(buffer.count)
        try output(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
