/// Writes operations in order, each in a few bytes: places are told by their distance from where they are expected.
struct OperationEncoder {
    private(set) var table: [UInt8] = []
    /// Where the base would go on if nothing had moved.
    private var expected: Int64 = 0

    /// Appends the next operation.
    mutating func append(_ operation: PatchOperation) {
        table.append(
            varint: UInt64(operation.count) << 3 | UInt64(operation.kind.rawValue))
        switch operation.kind {
        case .copy:
            table.append(signedVarint: operation.base - expected)
            expected = operation.base
        case .zeros, .stored: break
        case .deflated:
            table.append(varint: Int64(operation.packed))
        case .dictionary:
            table.append(varint: Int64(operation.packed))
            table.append(signedVarint: operation.base - expected)
            table.append(signedVarint: Int64(operation.dictionary) - operation.count)
        }
        expected += operation.count
    }
}

/// Reads operations and trusts none of their numbers.
struct OperationDecoder {
    private let baseSize: Int64
    private let size: Int64
    private let dataEnd: Int64
    private var position: Int64 = 0
    private var data: Int64
    private var expected: Int64 = 0

    init(baseSize: Int64, size: Int64, dataStart: Int64, dataEnd: Int64) {
        self.baseSize = baseSize
        self.size = size
        self.dataEnd = dataEnd
        data = dataStart
    }

    /// Whether the operations made the whole content and used all data.
    var isComplete: Bool { position == size && data == dataEnd }

    /// The next operation, `nil` if it is cut or out of bounds.
    mutating func next(_ cursor: inout ByteCursor) -> PatchOperation? {
        guard let first = cursor.readVarint(), let kind = PatchKind(rawValue: UInt8(first & 7))
        else { return nil }
        var operation = PatchOperation(kind: kind, start: position, count: first >> 3)
        guard operation.count > 0, operation.count <= size - position else { return nil }
        guard !kind.hasData || operation.count <= PatchFormat.longestPiece else { return nil }
        let isRead =
            switch kind {
            case .copy: readBase(&operation, &cursor, count: operation.count)
            case .zeros: true
            case .stored: setPacked(&operation, operation.count)
            case .deflated: readPacked(&operation, &cursor)
            case .dictionary:
                readPacked(&operation, &cursor) && readDictionary(&operation, &cursor)
            }
        guard isRead else { return nil }
        if kind == .copy { expected = operation.base }
        // A place that leaves all sizes behind is one that nobody means.
        let (next, overflow) = expected.addingReportingOverflow(operation.count)
        guard !overflow else { return nil }
        expected = next
        position += operation.count
        return operation
    }

    private mutating func readPacked(
        _ operation: inout PatchOperation, _ cursor: inout ByteCursor
    ) -> Bool {
        guard let packed = cursor.readVarint(), packed < operation.count else { return false }
        return setPacked(&operation, packed)
    }

    private mutating func setPacked(_ operation: inout PatchOperation, _ packed: Int64) -> Bool {
        guard packed <= dataEnd - data else { return false }
        operation.packed = Int32(packed)
        operation.data = data
        data += packed
        return true
    }

    private func readDictionary(
        _ operation: inout PatchOperation, _ cursor: inout ByteCursor
    ) -> Bool {
        // The place comes first, but how much must lie behind it is known by the length alone.
        guard let distance = cursor.readSignedVarint(), let surplus = cursor.readSignedVarint(),
            surplus >= -operation.count, surplus <= Int64(Deflater.longestDictionary)
        else { return false }
        let count = operation.count + surplus
        guard count > 0, count <= Deflater.longestDictionary else { return false }
        operation.dictionary = Int32(count)
        return place(&operation, distance, count: count)
    }

    private func readBase(
        _ operation: inout PatchOperation, _ cursor: inout ByteCursor, count: Int64
    ) -> Bool {
        guard let distance = cursor.readSignedVarint() else { return false }
        return place(&operation, distance, count: count)
    }

    private func place(
        _ operation: inout PatchOperation, _ distance: Int64, count: Int64
    ) -> Bool {
        let (base, overflow) = expected.addingReportingOverflow(distance)
        guard !overflow, base >= 0, count <= baseSize, base <= baseSize - count else {
            return false
        }
        operation.base = base
        return true
    }
}
