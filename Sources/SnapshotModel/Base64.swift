/// Base64 with padding (RFC 4648, section 4), refusing every text it would not have written.
package enum Base64 {
    private static let pad = UInt8(ascii: "=")

    /// Appends the base64 text of some bytes.
    package static func encode(_ bytes: [UInt8], into text: inout [UInt8]) {
        var position = 0
        while position < bytes.count {
            let present = min(3, bytes.count - position)
            var group: UInt32 = 0
            for offset in 0..<3 {
                group = group << 8 | (offset < present ? UInt32(bytes[position + offset]) : 0)
            }
            for digit in 0..<4 {
                let value = UInt8(truncatingIfNeeded: group >> UInt32(18 - 6 * digit)) & 63
                text.append(digit <= present ? character(value) : pad)
            }
            position += 3
        }
    }

    /// The bytes of a base64 text; `nil` if it has another character, a wrong length or stray bits.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        let padding = text.reversed().prefix { $0 == pad }.count
        guard padding <= 2 else { return nil }
        var bytes = [UInt8]()
        bytes.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        var bits: UInt32 = 0
        for character in text.dropLast(padding) {
            guard let value = value(of: character) else { return nil }
            group = group << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> bits))
            }
        }
        return group & (1 << bits - 1) == 0 ? bytes : nil
    }

    private static func character(_ value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + value - 26
        case 52..<62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
