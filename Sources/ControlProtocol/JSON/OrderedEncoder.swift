/// An encoder that keeps the order of keys and writes what is absent as `null`.
struct OrderedEncoder: Encoder {
    let writer: JSONWriter
    /// How many objects and lists are around the value.
    let depth: Int
    /// Not kept: reports are not decoded from here, and the way costs more than the value.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(OrderedKeyedContainer(writer: writer, depth: depth))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        OrderedUnkeyedContainer(writer: writer, depth: depth)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        OrderedValueContainer(writer: writer, depth: depth)
    }
}

/// Encodes one value.
struct OrderedValueContainer: SingleValueEncodingContainer {
    let writer: JSONWriter
    let depth: Int
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { writer.update { $0.write(literal: "null") } }
    mutating func encode(_ value: Bool) {
        writer.update { $0.write(literal: value ? "true" : "false") }
    }
    mutating func encode(_ value: String) { writer.update { $0.write(string: value) } }
    mutating func encode(_ value: Double) throws { try writer.update { try $0.write(value) } }
    mutating func encode(_ value: Float) throws {
        try writer.update { try $0.write(Double(value)) }
    }
    mutating func encode(_ value: Int) { writer.update { $0.write(literal: value.description) } }
    mutating func encode(_ value: Int8) { writer.update { $0.write(literal: value.description) } }
    mutating func encode(_ value: Int16) { writer.update { $0.write(literal: value.description) } }
    mutating func encode(_ value: Int32) { writer.update { $0.write(literal: value.description) } }
    mutating func encode(_ value: Int64) { writer.update { $0.write(literal: value.description) } }
    mutating func encode(_ value: UInt) { writer.update { $0.write(literal: value.description) } }
    mutating func encode(_ value: UInt8) { writer.update { $0.write(literal: value.description) } }
    mutating func encode(_ value: UInt16) { writer.update { $0.write(literal: value.description) } }
    mutating func encode(_ value: UInt32) { writer.update { $0.write(literal: value.description) } }
    mutating func encode(_ value: UInt64) { writer.update { $0.write(literal: value.description) } }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try writer.write(value, depth: depth)
    }
}

/// Encodes a list.
struct OrderedUnkeyedContainer: UnkeyedEncodingContainer {
    let writer: JSONWriter
    let depth: Int
    var count = 0
    var codingPath: [any CodingKey] { [] }

    init(writer: JSONWriter, depth: Int) {
        self.writer = writer
        self.depth = depth
        writer.update { $0.open(.array, at: depth) }
    }

    private mutating func startElement() {
        count += 1
        writer.update { $0.startElement(at: depth) }
    }

    mutating func encodeNil() {
        startElement()
        writer.update { $0.write(literal: "null") }
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        startElement()
        try writer.write(value, depth: depth + 1)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        startElement()
        return KeyedEncodingContainer(OrderedKeyedContainer(writer: writer, depth: depth + 1))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        startElement()
        return OrderedUnkeyedContainer(writer: writer, depth: depth + 1)
    }

    mutating func superEncoder() -> any Encoder {
        startElement()
        return OrderedEncoder(writer: writer, depth: depth + 1)
    }
}
