extension [UInt8] {
    /// Appends an integer, lowest byte first, as everything in a zip is.
    @inlinable
    package mutating func append(littleEndian value: some FixedWidthInteger) {
        var rest = UInt64(truncatingIfNeeded: value)
        for _ in 0..<(value.bitWidth / 8) {
            append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// Overwrites the integer at `offset`, lowest byte first.
    @inlinable
    package mutating func store(littleEndian value: some FixedWidthInteger, at offset: Int) {
        var rest = UInt64(truncatingIfNeeded: value)
        for position in 0..<(value.bitWidth / 8) {
            self[offset + position] = UInt8(truncatingIfNeeded: rest)
            rest >>= 8
        }
    }
}

/// Reads integers and bytes one after the other and never past the end.
package struct ByteCursor: Sendable {
    private let bytes: [UInt8]
    /// Where the next read begins.
    package private(set) var offset: Int
    private let end: Int

    /// Starts reading `bytes` at `offset` and ends at `end`, both drawn into the array.
    package init(_ bytes: [UInt8], from offset: Int = 0, to end: Int? = nil) {
        self.bytes = bytes
        self.end = Swift.min(Swift.max(end ?? bytes.count, 0), bytes.count)
        self.offset = Swift.min(Swift.max(offset, 0), self.end)
    }

    /// Bytes that are left.
    package var remaining: Int { end - offset }

    /// The next integer, `nil` if too few bytes are left.
    package mutating func read<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
        let count = Value.bitWidth / 8
        guard remaining >= count else { return nil }
        var value: UInt64 = 0
        for position in (0..<count).reversed() {
            value = value << 8 | UInt64(bytes[offset + position])
        }
        offset += count
        return Value(truncatingIfNeeded: value)
    }

    /// The next `count` bytes, `nil` if fewer are left.
    package mutating func read(count: Int) -> [UInt8]? {
        guard count >= 0, remaining >= count else { return nil }
        defer { offset += count }
        return Array(bytes[offset..<(offset + count)])
    }

    /// A cursor over the next `count` bytes alone, `nil` if fewer are left.
    package mutating func slice(_ count: Int) -> ByteCursor? {
        guard count >= 0, remaining >= count else { return nil }
        defer { offset += count }
        return ByteCursor(bytes, from: offset, to: offset + count)
    }

    /// Passes over `count` bytes; whether as many were left.
    package mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, remaining >= count else { return false }
        offset += count
        return true
    }
}
