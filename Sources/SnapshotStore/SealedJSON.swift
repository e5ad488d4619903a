internal import SnapshotArchive
internal import SnapshotModel

/// JSON whose last member is the SHA-256 of the JSON without that member, so that damage to it can be told.
enum SealedJSON {
    /// The value as sealed JSON.
    static func encode(_ value: some Encodable) -> [UInt8]? {
        guard let body = try? StoreJSON.encode(value), body.last == UInt8(ascii: "}") else {
            return nil
        }
        return body.dropLast() + tail(for: body)
    }

    /// What `encode` wrote, `nil` for anything else.
    static func decode<Value: Decodable>(_ type: Value.Type, from text: [UInt8]) -> Value? {
        guard isWhole(text) else { return nil }
        return try? StoreJSON.decode(type, from: text)
    }

    /// Whether a text is sealed and as it was written, whatever it says.
    static func isWhole(_ text: [UInt8]) -> Bool {
        let count = tail(for: []).count
        guard text.count > count else { return false }
        let body = text.dropLast(count) + [UInt8(ascii: "}")]
        return text.suffix(count).elementsEqual(tail(for: Array(body)))
    }

    /// Whether a text ends as sealed JSON does, whatever it is worth.
    static func isSealed(_ text: [UInt8]) -> Bool {
        text.suffix(tail(for: []).count).starts(with: start.utf8)
    }

    private static let start = ",\"sha256\":\""

    private static func tail(for body: [UInt8]) -> [UInt8] {
        Array("\(start)\(SHA256.digest(of: body).hexadecimal)\"}\n".utf8)
    }
}
