/// A SHA-256 digest: the identity of a file's content or of a tree object.
package struct Digest: Hashable, Sendable, Comparable, BitwiseCopyable {
    /// The digest's 32 bytes as four big-endian words.
    package let words: (UInt64, UInt64, UInt64, UInt64)

    /// Makes a digest from 32 bytes, `nil` for any other count.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var words = [UInt64](repeating: 0, count: 4)
        for (position, byte) in bytes.enumerated() {
            words[position / 8] = words[position / 8] << 8 | UInt64(byte)
        }
        self.words = (words[0], words[1], words[2], words[3])
    }

    /// Makes a digest from 64 lower-case hexadecimal digits, `nil` for anything else.
    package init?(hexadecimal text: some Collection<UInt8>) {
        guard text.count == 64 else { return nil }
        var words = [UInt64](repeating: 0, count: 4)
        for (position, character) in text.enumerated() {
            let digit: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
            default: return nil
            }
            words[position / 16] = words[position / 16] << 4 | UInt64(digit)
        }
        self.words = (words[0], words[1], words[2], words[3])
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
