internal import FoundationEssentials

/// How a report carries bytes that are nearly always text: as text, and exactly where they are not UTF-8.
package struct NameText: Sendable, Hashable {
    /// The name; what is not UTF-8 in it is U+FFFD.
    package let text: String
    /// The true bytes in base64, if `text` is not them.
    package let base64: String?

    /// Makes the two forms of a name.
    package init(_ bytes: [UInt8]) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self.text = text
            base64 = nil
        } else {
            text = String(decoding: bytes, as: UTF8.self)
            base64 = Self.base64(bytes[...])
        }
    }

    /// Bytes in base64.
    static func base64(_ bytes: ArraySlice<UInt8>) -> String {
        Data(bytes).base64EncodedString()
    }

    /// The true bytes of a name in both its forms.
    package static func bytes(text: String, base64: String?) -> [UInt8] {
        base64.flatMap { bytes(base64: $0) } ?? Array(text.utf8)
    }

    /// The bytes that base64 stands for, `nil` for other text.
    static func bytes(base64: String) -> [UInt8]? {
        Data(base64Encoded: base64).map { Array($0) }
    }
}
