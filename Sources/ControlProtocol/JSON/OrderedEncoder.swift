/// An encoder that keeps the order of keys and writes what is absent as `null`.
struct OrderedEncoder: Encoder {
    let slot: JSONSlot
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(OrderedKeyedContainer(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        OrderedUnkeyedContainer(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        OrderedValueContainer(slot: slot, codingPath: codingPath)
    }

    /// Fills a slot with any value; integers and text without a detour through `Encodable`.
    static func fill(
        _ slot: JSONSlot, with value: some Encodable, at codingPath: [any CodingKey]
    ) throws {
        switch value {
        case let value as String: slot.content = .string(value)
        case let value as Bool: slot.content = .literal(value ? "true" : "false")
        case let value as any BinaryInteger: slot.content = .literal(String(describing: value))
        case let value as any BinaryFloatingPoint:
            guard Double(value).isFinite else {
                throw EncodingError.invalidValue(
                    value,
                    .init(codingPath: codingPath, debugDescription: "JSON has no such number"))
            }
            slot.content = .literal(String(describing: value))
        default: try value.encode(to: OrderedEncoder(slot: slot, codingPath: codingPath))
        }
    }
}

/// Encodes one value.
struct OrderedValueContainer: SingleValueEncodingContainer {
    let slot: JSONSlot
    let codingPath: [any CodingKey]

    mutating func encodeNil() { slot.content = .null }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try OrderedEncoder.fill(slot, with: value, at: codingPath)
    }
}

/// Encodes a list.
struct OrderedUnkeyedContainer: UnkeyedEncodingContainer {
    let slot: JSONSlot
    let codingPath: [any CodingKey]
    var count = 0

    init(slot: JSONSlot, codingPath: [any CodingKey]) {
        self.slot = slot
        self.codingPath = codingPath
        slot.content = .array([])
    }

    /// The slot of the next element.
    private mutating func next() -> JSONSlot {
        count += 1
        return slot.appendElement()
    }

    mutating func encodeNil() { next().content = .null }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try OrderedEncoder.fill(next(), with: value, at: codingPath)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(OrderedKeyedContainer(slot: next(), codingPath: codingPath))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        OrderedUnkeyedContainer(slot: next(), codingPath: codingPath)
    }

    mutating func superEncoder() -> any Encoder {
        OrderedEncoder(slot: next(), codingPath: codingPath)
    }
}
