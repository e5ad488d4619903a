/// Encodes an object: members in the order they come, absent ones as `null`.
///
/// The basic types are written without a detour through `Encodable`.
struct OrderedKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: JSONWriter
    let depth: Int
    var codingPath: [any CodingKey] { [] }

    init(writer: JSONWriter, depth: Int) {
        self.writer = writer
        self.depth = depth
        writer.update { $0.open(.object, at: depth) }
    }

    private func start(_ key: some CodingKey) {
        writer.update { $0.startMember(key.stringValue, at: depth) }
    }

    mutating func encodeNil(forKey key: Key) {
        start(key)
        writer.update { $0.write(literal: "null") }
    }

    mutating func encode(_ value: Bool, forKey key: Key) {
        start(key)
        writer.update { $0.write(literal: value ? "true" : "false") }
    }

    mutating func encode(_ value: String, forKey key: Key) {
        start(key)
        writer.update { $0.write(string: value) }
    }

    mutating func encode(_ value: Double, forKey key: Key) throws {
        start(key)
        try writer.update { try $0.write(value) }
    }

    mutating func encode(_ value: Int, forKey key: Key) {
        start(key)
        writer.update { $0.write(literal: value.description) }
    }

    mutating func encode(_ value: Int64, forKey key: Key) {
        start(key)
        writer.update { $0.write(literal: value.description) }
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        start(key)
        try writer.write(value, depth: depth + 1)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        start(key)
        return KeyedEncodingContainer(
            OrderedKeyedContainer<NestedKey>(writer: writer, depth: depth + 1))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        start(key)
        return OrderedUnkeyedContainer(writer: writer, depth: depth + 1)
    }

    mutating func superEncoder() -> any Encoder {
        writer.update { $0.startMember("super", at: depth) }
        return OrderedEncoder(writer: writer, depth: depth + 1)
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        start(key)
        return OrderedEncoder(writer: writer, depth: depth + 1)
    }
}
