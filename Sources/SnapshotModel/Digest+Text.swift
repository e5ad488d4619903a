extension Digest {
    /// Makes a digest from its four big-endian words.
    package init(words first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
        words = (first, second, third, fourth)
    }

    /// Appends the digest as 64 lower-case hexadecimal digits, without an array in between.
    package func appendHexadecimal(to text: inout [UInt8]) {
        text.append(addingCapacity: 64) { room in
            Self.append(words.0, to: &room)
            Self.append(words.1, to: &room)
            Self.append(words.2, to: &room)
            Self.append(words.3, to: &room)
        }
    }

    private static func append(_ word: UInt64, to room: inout OutputSpan<UInt8>) {
        var shift: UInt64 = 64
        while shift > 0 {
            shift &-= 4
            let digit = UInt8(truncatingIfNeeded: word >> shift) & 15
            room.append(digit &+ (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") &- 10))
        }
    }
}
