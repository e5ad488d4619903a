internal import SnapshotModel

extension [UInt8] {
    /// Appends an integer in groups of seven bits, lowest first; all but the last byte have the top bit set.
    mutating func append(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// Appends a size or an offset, which is not negative.
    mutating func append(varint value: Int64) {
        append(varint: UInt64(bitPattern: value))
    }

    /// Appends an integer that may be negative; 0, -1, 1, -2, 2 are written as 0, 1, 2, 3, 4.
    mutating func append(signedVarint value: Int64) {
        append(varint: UInt64(bitPattern: value << 1 ^ value >> 63))
    }
}

extension ByteCursor {
    /// The next integer in groups of seven bits, `nil` if it is cut or needs more than 63 bits.
    mutating func readVarint() -> Int64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 63, by: 7) {
            guard let byte = read(UInt8.self) else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return Int64(value) }
        }
        return nil
    }

    /// The next integer that may be negative.
    mutating func readSignedVarint() -> Int64? {
        guard let value = readVarint() else { return nil }
        return value >> 1 ^ -(value & 1)
    }
}
