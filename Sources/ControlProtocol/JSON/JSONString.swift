/// How JSON spells text (RFC 8259, section 7).
enum JSONString {
    /// Appends `string` in quotes.
    ///
    /// DEL and the C1 controls are escaped as well: they are legal JSON, but a terminal obeys them.
    static func write(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        if isPlain(string.utf8.span) {
            text.append(contentsOf: string.utf8)
        } else {
            for scalar in string.unicodeScalars { write(scalar, to: &text) }
        }
        text.append(UInt8(ascii: "\""))
    }

    /// Whether each byte stands for itself.
    private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        for position in bytes.indices {
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): return false
            case 0x20..<0x7F: continue
            default: return false
            }
        }
        return true
    }

    private static func write(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
        switch scalar {
        case "\"": text.append(contentsOf: #"\""#.utf8)
        case "\\": text.append(contentsOf: #"\\"#.utf8)
        case "\n": text.append(contentsOf: #"\n"#.utf8)
        case "\r": text.append(contentsOf: #"\r"#.utf8)
        case "\t": text.append(contentsOf: #"\t"#.utf8)
        case "\u{0}"..<" ", "\u{7F}"..."\u{9F}": writeEscape(scalar.value, to: &text)
        // Line separators and bidirectional controls break or reorder a line that is shown as it is.
        case "\u{2028}", "\u{2029}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
            writeEscape(scalar.value, to: &text)
        default: text.append(contentsOf: String(scalar).utf8)
        }
    }

    /// Appends `\u` and four hexadecimal digits.
    private static func writeEscape(_ code: UInt32, to text: inout [UInt8]) {
        text.append(contentsOf: #"\u"#.utf8)
        let digits = String(code, radix: 16)
        text.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        text.append(contentsOf: digits.utf8)
    }
}
