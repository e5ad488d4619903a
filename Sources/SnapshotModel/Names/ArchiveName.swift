/// The name under which a zip shows a path of the dataset.
package enum VisibleName: Hashable, Sendable {
    /// The path itself, or its escaped form: UTF-8, no control characters, components at most 255 bytes.
    case plain([UInt8])
    /// No ordinary tool could extract the path, so its content goes below `.snapagent/odd/`.
    case odd
}

/// Names in a zip that every ordinary tool reads, no two paths sharing one.
package enum ArchiveName {
    /// The longest component that file systems take.
    private static let componentLimit = 255
    /// The longest path that unzip, 7z and Python extract.
    private static let pathLimit = 4000

    /// The name of a path in a zip.
    ///
    /// A component is escaped if it is not UTF-8, holds a control character, or could be taken for an
    /// escaped one; unescaping is thus the identity on all others, and no two names meet.
    package static func visible(_ path: BytePath) -> VisibleName {
        if isReserved(path) { return .odd }
        let escaped = isHarmlessASCII(path.bytes) ? path.bytes : escape(path)
        guard escaped.count <= pathLimit, componentsFit(escaped) else { return .odd }
        return .plain(escaped)
    }

    /// Whether the path begins with `.snapagent` in any ASCII case, which belongs to the zip itself.
    private static func isReserved(_ path: BytePath) -> Bool {
        let reserved = ".snapagent".utf8
        guard path.bytes.count >= reserved.count else { return false }
        guard zip(path.bytes, reserved).allSatisfy({ lowercased($0) == $1 }) else { return false }
        return path.bytes.count == reserved.count || path.bytes[reserved.count] == UInt8(ascii: "/")
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func isHarmlessASCII(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") }
    }

    private static func componentsFit(_ bytes: [UInt8]) -> Bool {
        var length = 0
        for byte in bytes {
            length = byte == UInt8(ascii: "/") ? 0 : length + 1
            if length > componentLimit { return false }
        }
        return true
    }

    private static func escape(_ path: BytePath) -> [UInt8] {
        var escaped = [UInt8]()
        escaped.reserveCapacity(path.bytes.count + 16)
        for component in path.bytes.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        {
            if component.startIndex != 0 { escaped.append(UInt8(ascii: "/")) }
            if needsEscape(component) {
                appendEscaped(component, to: &escaped)
            } else {
                escaped.append(contentsOf: component)
            }
        }
        return escaped
    }

    private static func needsEscape(_ component: ArraySlice<UInt8>) -> Bool {
        for position in component.indices.dropLast(2)
        where component[position] == UInt8(ascii: "%")
            && isHexadecimal(component[position + 1]) && isHexadecimal(component[position + 2])
        {
            return true
        }
        guard let text = String(validating: component, as: Unicode.UTF8.self) else { return true }
        return text.unicodeScalars.contains(where: isControl)
    }

    private static func appendEscaped(_ component: ArraySlice<UInt8>, to escaped: inout [UInt8]) {
        var rest = component.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var position = component.startIndex
        while position < component.endIndex {
            let length: Int
            let keep: Bool
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                (length, keep) = (encoded.count, scalar != "%" && !isControl(scalar))
            case .error(let count):
                (length, keep) = (count, false)
            case .emptyInput:
                return
            }
            for byte in component[position..<position + length] {
                if keep { escaped.append(byte) } else { appendPercent(byte, to: &escaped) }
            }
            position += length
        }
    }

    private static func appendPercent(_ byte: UInt8, to escaped: inout [UInt8]) {
        escaped.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 15] {
            escaped.append(digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "A"))
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
