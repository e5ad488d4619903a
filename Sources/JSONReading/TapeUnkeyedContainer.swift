/// Decodes the elements of a list one after another.
struct TapeUnkeyedContainer: UnkeyedDecodingContainer {
    private let tape: JSONTape
    private var place: Int
    private let end: Int
    private(set) var currentIndex = 0
    let count: Int?
    var codingPath: [any CodingKey] { [] }

    init(tape: JSONTape, array: Int) {
        self.tape = tape
        place = array + 1
        end = tape.end(of: array) - 1
        var elements = 0
        var element = array + 1
        while element < end {
            elements += 1
            element = tape.end(of: element)
        }
        count = elements
    }

    var isAtEnd: Bool { place >= end }

    private mutating func next() throws -> TapeDecoder {
        guard !isAtEnd else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "the list has no more elements"))
        }
        defer {
            place = tape.end(of: place)
            currentIndex += 1
        }
        return TapeDecoder(tape: tape, place: place)
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, tape.kind(place) == .null else { return false }
        _ = try next()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try Value(from: next())
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next() }
}
