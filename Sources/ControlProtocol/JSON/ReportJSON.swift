internal import FoundationEssentials

/// Turns reports and parameters into JSON and back, the same way on the socket and on standard output.
///
/// Keys keep the order in which a type declares them and become `snake_case`; an absent value is `null`,
/// never left out. FoundationEssentials' own encoder can do neither, so only its decoder is used.
package enum ReportJSON {
    /// One line of UTF-8 JSON without a line end.
    package static func encode(_ value: any Encodable) throws -> [UInt8] {
        let root = JSONSlot()
        try value.encode(to: OrderedEncoder(slot: root, codingPath: []))
        var text = [UInt8]()
        root.write(to: &text)
        return text
    }

    /// The value that a line of JSON holds; keys it does not know are ignored.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from text: some Collection<UInt8>
    ) throws -> Value {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: Data(text))
    }
}
