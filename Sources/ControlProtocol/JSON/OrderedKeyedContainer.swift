/// Encodes an object: members in the order they come, absent ones as `null`.
struct OrderedKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: JSONSlot
    let codingPath: [any CodingKey]

    init(slot: JSONSlot, codingPath: [any CodingKey]) {
        self.slot = slot
        self.codingPath = codingPath
        // A second container of the same object adds to the first one's members.
        if case .object = slot.content { return }
        slot.content = .object([])
    }

    /// The slot of the member `key`.
    func member(_ key: some CodingKey) -> JSONSlot {
        slot.appendMember(JSONString.snakeCase(key.stringValue))
    }

    mutating func encodeNil(forKey key: Key) { member(key).content = .null }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try OrderedEncoder.fill(member(key), with: value, at: codingPath + [key])
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        guard let value else { return encodeNil(forKey: key) }
        try encode(value, forKey: key)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(
            OrderedKeyedContainer<NestedKey>(slot: member(key), codingPath: codingPath + [key]))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        OrderedUnkeyedContainer(slot: member(key), codingPath: codingPath + [key])
    }

    mutating func superEncoder() -> any Encoder {
        OrderedEncoder(slot: slot.appendMember("super"), codingPath: codingPath)
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        OrderedEncoder(slot: member(key), codingPath: codingPath + [key])
    }
}
