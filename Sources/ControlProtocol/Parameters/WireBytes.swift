internal import FoundationEssentials

/// Bytes that are nearly always text, such as a path or a REF: JSON text if they are UTF-8, else `{"base64": ...}`.
package struct WireBytes: Codable, Sendable, Hashable {
    /// The bytes.
    package var bytes: [UInt8]

    /// Makes the value from bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Makes the value from the UTF-8 bytes of a text.
    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    private enum CodingKeys: String, CodingKey {
        case base64
    }

    /// Reads either form.
    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            bytes = Array(text.utf8)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let data = Data(base64Encoded: try container.decode(String.self, forKey: .base64))
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .base64, in: container, debugDescription: "not base64")
        }
        bytes = Array(data)
    }

    /// Writes text where the bytes are UTF-8, else base64.
    package func encode(to encoder: any Encoder) throws {
        let name = NameText(bytes)
        if let base64 = name.base64 {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(base64, forKey: .base64)
        } else {
            var container = encoder.singleValueContainer()
            try container.encode(name.text)
        }
    }
}
