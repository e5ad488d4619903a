/// A SHA-256 digest: the identity of a file's content or of a tree object.
package struct Digest: Hashable, Sendable, Comparable, BitwiseCopyable {
    /// The digest's 32 bytes as four big-endian words.
    package let words: (UInt64, UInt64, UInt64, UInt64)

    /// Makes a digest from 32 bytes, `nil` for any other count.
    ///
    /// Not generic: other modules would call an unspecialised initialiser, for every row of the catalog.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        words = (
            Self.word(bytes, at: 0), Self.word(bytes, at: 8), Self.word(bytes, at: 16),
            Self.word(bytes, at: 24)
        )
    }

    /// Makes a digest from 64 lower-case hexadecimal digits, `nil` for anything else.
    package init?(hexadecimal text: [UInt8]) {
        guard text.count == 64 else { return nil }
        var packed: [UInt8] = []
        packed.reserveCapacity(32)
        for position in stride(from: 0, to: 64, by: 2) {
            guard let high = Self.digit(text[position]), let low = Self.digit(text[position + 1])
            else { return nil }
            packed.append(high << 4 | low)
        }
        self.init(packed)
    }

    private static func word(_ bytes: [UInt8], at start: Int) -> UInt64 {
        var word: UInt64 = 0
        for position in start..<(start + 8) { word = word << 8 | UInt64(bytes[position]) }
        return word
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// The digest's 32 bytes.
    package var bytes: [UInt8] {
        var result = [UInt8]()
        result.reserveCapacity(32)
        for word in [words.0, words.1, words.2, words.3] {
            for shift in stride(from: 56, through: 0, by: -8) {
                result.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return result
    }

    /// The digest as 64 lower-case hexadecimal digits, as `sha256sum` prints it.
    package var hexadecimal: String { String(decoding: hexadecimalBytes, as: UTF8.self) }

    /// The ASCII bytes of `hexadecimal`.
    package var hexadecimalBytes: [UInt8] {
        var result = [UInt8]()
        result.reserveCapacity(64)
        for word in [words.0, words.1, words.2, words.3] {
            for shift in stride(from: 60, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15
                result.append(
                    digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a"))
            }
        }
        return result
    }

    /// Whether both digests have the same bytes.
    package static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

    /// Orders digests by their bytes.
    package static func < (left: Digest, right: Digest) -> Bool { left.words < right.words }

    /// Feeds the digest's bytes to a hasher.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
    }
}
