internal import SnapshotModel

/// Names and paths on a screen: the same text everywhere but on a terminal of another codeset.
struct NameDisplay: Sendable {
    /// Whether the screen shows ASCII only.
    let isASCII: Bool

    /// A name as a person sees it.
    func callAsFunction(_ bytes: [UInt8]) -> String {
        let shown = displayName(bytes)
        guard isASCII, !shown.utf8.allSatisfy({ $0 < 0x80 }) else { return shown }
        if shown.hasPrefix("$'") { return Self.octal(Array(shown.utf8)) }
        let escaped = bytes.flatMap { (byte: UInt8) -> [UInt8] in
            byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "'")
                ? [UInt8(ascii: "\\"), byte] : [byte]
        }
        return "$'" + Self.octal(escaped) + "'"
    }

    /// A path as a person sees it; `.` for a tree's root.
    func callAsFunction(_ path: BytePath) -> String {
        path.isRoot ? "." : self(path.bytes)
    }

    /// The text with every byte beyond ASCII as `\ooo`.
    static func octal(_ bytes: [UInt8]) -> String {
        var text = ""
        for byte in bytes {
            if byte < 0x80 {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\" + String(byte, radix: 8)
            }
        }
        return text
    }
}
