internal import JSONReading

/// Turns reports and parameters into JSON and back, the same way on the socket and on standard output.
///
/// Keys keep the order in which a type declares them; an absent value is `null`, never left out.
/// FoundationEssentials' own encoder can do neither. Types spell keys of several words out:
/// turning each key of each object into `snake_case` and back took two thirds of the time of a long list.
package enum ReportJSON {
    /// One line of UTF-8 JSON without a line end.
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        let writer = JSONWriter()
        try writer.write(value, depth: 0)
        writer.update { $0.close(downTo: 0) }
        return writer.text
    }

    /// The value that a line of JSON holds; keys it does not know are ignored.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from text: some Collection<UInt8>
    ) throws -> Value {
        try JSONReader.decode(type, from: Array(text))
    }
}
