/// The elements of a list, one after another.
package struct JSONElements {
    private let tape: JSONTape
    private var place: Int
    private let end: Int

    /// The list at a place, `nil` for all else.
    init?(_ tape: JSONTape, at place: Int) {
        guard tape.kind(place) == .array else { return nil }
        self.tape = tape
        self.place = place + 1
        end = tape.end(of: place) - 1
    }

    private mutating func next() throws -> Int {
        guard place < end else { throw failure("the list has no more elements") }
        defer { place = tape.end(of: place) }
        return place
    }

    private func failure(_ why: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: why))
    }

    private mutating func value<Value>(_ read: (Int) -> Value?) throws -> Value {
        guard let value = read(try next()) else { throw failure("an element of another kind") }
        return value
    }

    private mutating func optional<Value>(_ read: (Int) -> Value?) throws -> Value? {
        let place = try next()
        if tape.kind(place) == .null { return nil }
        guard let value = read(place) else { throw failure("an element of another kind") }
        return value
    }

    /// The next element, a whole number.
    package mutating func integer() throws -> Int {
        try value { [tape] in tape.integer($0) }
    }

    /// The next element, a whole number or `null`.
    package mutating func optionalInteger() throws -> Int? {
        try optional { [tape] in tape.integer($0) }
    }

    /// The next element, a number or `null`.
    package mutating func optionalDouble() throws -> Double? {
        try optional { [tape] in tape.double($0) }
    }

    /// The next element, a truth value.
    package mutating func truth() throws -> Bool {
        try value { [tape] in tape.truth($0) }
    }

    /// The next element, a string.
    package mutating func string() throws -> String {
        try value { [tape] in tape.string($0) }
    }

    /// The next element, a string or `null`.
    package mutating func optionalString() throws -> String? {
        try optional { [tape] in tape.string($0) }
    }

    /// The next element, a list of strings.
    package mutating func strings() throws -> [String] {
        try value { [tape] in tape.strings($0) }
    }
}
