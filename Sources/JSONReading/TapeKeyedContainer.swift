/// Decodes the members of an object.
///
/// The basic types are read without a detour through `Decodable`.
struct TapeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    /// Where the last key was found; decoding does not change a container.
    private final class Position {
        var object: JSONObject

        init(_ object: JSONObject) {
            self.object = object
        }
    }

    private let position: Position
    private let tape: JSONTape
    var codingPath: [any CodingKey] { [] }

    init(object: JSONObject) {
        position = Position(object)
        tape = object.tape
    }

    var allKeys: [Key] { position.object.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { position.object.find(key.stringValue) != nil }

    private func value(_ key: Key) throws -> TapeDecoder {
        guard let place = position.object.find(key.stringValue) else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: [], debugDescription: "\(key.stringValue) is missing"))
        }
        return TapeDecoder(tape: tape, place: place)
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        let value = try value(key)
        return tape.kind(value.place) == .null
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).truth() }

    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).string() }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).double() }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).integer() }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key).integer() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: value(key))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try value(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try value(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        guard let place = position.object.find("super") else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "super is missing"))
        }
        return TapeDecoder(tape: tape, place: place)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}
