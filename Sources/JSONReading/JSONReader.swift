/// Makes values of JSON: FoundationEssentials' decoder takes ten times as long for a long list.
package enum JSONReader {
    /// The value that a UTF-8 text holds; keys it does not know are ignored.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from text: [UInt8]
    ) throws -> Value {
        try Value(from: TapeDecoder(tape: JSONTape(text), place: JSONTape.root))
    }
}

/// Decodes the value at one place.
package struct TapeDecoder: Decoder {
    let tape: JSONTape
    let place: Int
    /// Paths are not kept: whoever reads what a program wrote has no use for them.
    package var codingPath: [any CodingKey] { [] }
    /// Nothing.
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The members of the object, without the detour through a container.
    package func object() throws -> JSONObject {
        guard let object = JSONObject(tape, at: place) else { throw mismatch("an object") }
        return object
    }

    /// The elements of the list, without the detour through a container.
    package func elements() throws -> JSONElements {
        guard let elements = JSONElements(tape, at: place) else { throw mismatch("a list") }
        return elements
    }

    /// A container of the object's members.
    package func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(TapeKeyedContainer(object: try object()))
    }

    /// A container of the list's elements.
    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard tape.kind(place) == .array else { throw mismatch("a list") }
        return TapeUnkeyedContainer(tape: tape, array: place)
    }

    /// A container of the one value.
    package func singleValueContainer() -> any SingleValueDecodingContainer {
        TapeValueContainer(decoder: self)
    }

    func mismatch(_ wanted: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: "this is not \(wanted)"))
    }

    func integer<Number: FixedWidthInteger>() throws -> Number {
        guard let number: Number = tape.integer(place) else {
            throw mismatch("a whole number of this size")
        }
        return number
    }

    func double() throws -> Double {
        guard let number = tape.double(place) else { throw mismatch("a number") }
        return number
    }

    func truth() throws -> Bool {
        guard let truth = tape.truth(place) else { throw mismatch("true or false") }
        return truth
    }

    func string() throws -> String {
        guard let string = tape.string(place) else { throw mismatch("a string") }
        return string
    }
}
