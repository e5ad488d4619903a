internal import SnapshotModel

/// Takes what happened to the base in order and gives a patch to its sink, bytes after bytes.
struct PatchWriter: ~Copyable {
    private let base: Digest
    private let baseSize: Int64
    private let sink: ([UInt8]) throws -> Void
    private var encoder = OperationEncoder()
    private var waiting: PatchOperation?
    private var output = PatchFormat.start
    private var given: Int64 = 0
    /// Bytes of the new content so far.
    private(set) var size: Int64 = 0
    private(set) var statistics = PatchStatistics()

    private static let outputSize = 256 << 10

    init(base: Digest, baseSize: Int64, sink: @escaping ([UInt8]) throws -> Void) {
        self.base = base
        self.baseSize = baseSize
        self.sink = sink
    }

    /// Bytes of the patch so far, its table counted as it is before packing.
    var count: Int64 { given + Int64(output.count + encoder.table.count) }

    /// The new content goes on with a range of the base.
    mutating func copy(from offset: Int64, count: Int64) {
        statistics.copied += count
        if let last = waiting, last.kind == .copy, last.base + last.count == offset {
            waiting?.count += count
            size += count
        } else {
            begin(PatchOperation(kind: .copy, start: size, count: count, base: offset))
        }
    }

    /// The new content goes on with zeros.
    mutating func zeros(_ count: Int64) {
        statistics.zeros += count
        if waiting?.kind == .zeros {
            waiting?.count += count
            size += count
        } else {
            begin(PatchOperation(kind: .zeros, start: size, count: count))
        }
    }

    /// The new content goes on with a piece that the patch holds, `count` bytes long when it is unpacked.
    mutating func piece(
        _ kind: PatchKind, _ data: [UInt8], count: Int, dictionary: Range<Int64> = 0..<0
    ) throws {
        statistics.pieces += 1
        statistics.changed += Int64(count)
        begin(
            PatchOperation(
                kind: kind, start: size, count: Int64(count), base: dictionary.lowerBound,
                dictionary: Int32(dictionary.count), packed: Int32(data.count)))
        output.append(contentsOf: data)
        if output.count >= Self.outputSize { try flush() }
    }

    private mutating func begin(_ operation: PatchOperation) {
        if let waiting { encoder.append(waiting) }
        waiting = operation
        size += operation.count
    }

    private mutating func flush() throws {
        try sink(output)
        given += Int64(output.count)
        output.removeAll(keepingCapacity: true)
    }

    /// Writes the table and its lengths; the bytes of the whole patch are returned.
    mutating func finish() throws -> Int64 {
        if let waiting { encoder.append(waiting) }
        waiting = nil
        var table = base.bytes
        table.append(varint: baseSize)
        table.append(varint: size)
        table.append(contentsOf: encoder.table)
        var packed = [UInt8]()
        var deflater = Deflater()
        deflater.deflate(table.span, ending: .stream, into: &packed)
        if packed.count >= table.count
            || !PatchFormat.allowsTable(packed: packed.count, plain: table.count)
        {
            packed = table
        }
        output.append(contentsOf: packed)
        output.append(littleEndian: UInt32(packed.count))
        output.append(littleEndian: UInt32(table.count))
        try flush()
        return given
    }
}
