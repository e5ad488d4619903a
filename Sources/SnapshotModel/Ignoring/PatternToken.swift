/// One step of a pattern inside a path component.
enum PatternToken: Hashable, Sendable {
    case byte(UInt8)
    case anyByte
    case anyBytes
    case set(ByteSet)
}

/// A set of bytes, as `[a-z]` gives it.
struct ByteSet: Hashable, Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    /// Whether the set stands for every byte but its members.
    var isNegated = false

    mutating func insert(_ range: ClosedRange<UInt8>) {
        for byte in range {
            let bit: UInt64 = 1 << UInt64(byte & 63)
            switch byte >> 6 {
            case 0: words.0 |= bit
            case 1: words.1 |= bit
            case 2: words.2 |= bit
            default: words.3 |= bit
            }
        }
    }

    func matches(_ byte: UInt8) -> Bool {
        let word =
            switch byte >> 6 {
            case 0: words.0
            case 1: words.1
            case 2: words.2
            default: words.3
            }
        return (word >> UInt64(byte & 63) & 1 == 1) != isNegated
    }

    static func == (left: ByteSet, right: ByteSet) -> Bool {
        left.words == right.words && left.isNegated == right.isNegated
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(isNegated)
    }
}
