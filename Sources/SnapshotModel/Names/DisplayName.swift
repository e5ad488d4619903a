/// A name as a person sees it: as it is where that is harmless, else as `$'...'`, which bash and zsh read back.
package func displayName(_ bytes: [UInt8]) -> String {
    if let text = harmlessText(bytes) { return text }
    var quoted = "$'"
    var rest = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var position = 0
    while true {
        switch parser.parseScalar(from: &rest) {
        case .valid(let encoded):
            appendQuoted(
                Unicode.UTF8.decode(encoded), bytes[position..<position + encoded.count],
                to: &quoted)
            position += encoded.count
        case .error(let length):
            for byte in bytes[position..<position + length] { appendOctal(byte, to: &quoted) }
            position += length
        case .emptyInput:
            return quoted + "'"
        }
    }
}

/// A name as one word of a shell command that can be pasted.
package func shellWord(_ bytes: [UInt8]) -> String {
    let shown = displayName(bytes)
    if shown.hasPrefix("$'") { return shown }
    let plain = !bytes.isEmpty && bytes.allSatisfy(isPlainInShell)
    return plain
        ? shown
        : "'"
            + shown.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
}

extension BytePath {
    /// The path as a person sees it; `.` for a tree's root.
    package var display: String { isRoot ? "." : displayName(bytes) }
}

/// The text of a name that holds nothing a terminal or a reader could stumble over, else `nil`.
private func harmlessText(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [UInt8(ascii: "$"), UInt8(ascii: "'")]) { return nil }
    if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
        return String(decoding: bytes, as: Unicode.UTF8.self)
    }
    guard let text = String(validating: bytes, as: Unicode.UTF8.self),
        text.unicodeScalars.allSatisfy(isHarmless)
    else { return nil }
    return text
}

/// Whether a character neither controls the terminal, ends the line nor turns the writing direction.
private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
}

private func appendQuoted(
    _ scalar: Unicode.Scalar, _ encoded: ArraySlice<UInt8>, to quoted: inout String
) {
    switch scalar {
    case "\n": quoted += "\\n"
    case "\t": quoted += "\\t"
    case "\\": quoted += "\\\\"
    case "'": quoted += "\\'"
    case _ where isHarmless(scalar): quoted.unicodeScalars.append(scalar)
    default:
        for byte in encoded { appendOctal(byte, to: &quoted) }
    }
}

private func appendOctal(_ byte: UInt8, to quoted: inout String) {
    let digits = String(byte, radix: 8)
    quoted += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
}

/// Whether a byte means nothing but itself to every shell; beyond ASCII it does.
private func isPlainInShell(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"),
        UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "%"), UInt8(ascii: "="), 0x80...:
        true
    default: false
    }
}
