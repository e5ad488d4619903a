internal import CLinux

/// Bytes that nobody can guess: see getrandom(2).
package enum RandomBytes {
    /// Makes `count` random bytes.
    package static func make(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            // At most 256 bytes: getrandom gives those in one piece and never fails then.
            var part = [UInt8](repeating: 0, count: min(256, count - filled))
            let length = part.count
            let got = Int(unsafe clinux_random(&part, length))
            precondition(got >= 0, "the kernel has no getrandom")
            bytes.replaceSubrange(filled..<(filled + got), with: part[..<got])
            filled += got
        }
        return bytes
    }

    /// 32 random hexadecimal digits.
    package static func identifier() -> String {
        hexadecimal(make(16)[...])
    }

    /// A random UUID of version 4 in its usual form: see RFC 9562.
    package static func uuid() -> String {
        var bytes = make(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10..<16]]
            .map(hexadecimal).joined(separator: "-")
    }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }
}
