/// The members of an object, found faster when they are asked for in the order in which they stand.
package struct JSONObject {
    let tape: JSONTape
    /// The place of the first key, and the one behind the last value.
    private let start, end: Int
    /// The key that is compared first.
    private var next: Int

    /// The object at a place, `nil` for all else.
    init?(_ tape: JSONTape, at place: Int) {
        guard tape.kind(place) == .object else { return nil }
        self.tape = tape
        start = place + 1
        end = tape.end(of: place) - 1
        next = start
    }

    /// The names of the members.
    var keys: [String] {
        var keys = [String]()
        var place = start
        while place < end {
            if let key = tape.string(place) { keys.append(key) }
            place = tape.end(of: place + 1)
        }
        return keys
    }

    /// The place of a member's value, `nil` for a member that is not there.
    mutating func find(_ key: String) -> Int? {
        guard start < end else { return nil }
        if next >= end { next = start }
        let first = next
        repeat {
            let value = next + 1
            let isFound = tape.isString(next, key)
            next = tape.end(of: value)
            if isFound { return value }
            if next >= end { next = start }
        } while next != first
        return nil
    }

    private func failure(_ key: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: "no such value for \(key)"))
    }

    private mutating func value<Value>(_ key: String, _ read: (Int) -> Value?) throws -> Value {
        guard let place = find(key), let value = read(place) else { throw failure(key) }
        return value
    }

    private mutating func optional<Value>(_ key: String, _ read: (Int) -> Value?) throws -> Value? {
        guard let place = find(key), tape.kind(place) != .null else { return nil }
        guard let value = read(place) else { throw failure(key) }
        return value
    }

    /// The whole number of a member.
    package mutating func integer(_ key: String) throws -> Int {
        try value(key) { [tape] in tape.integer($0) }
    }

    /// The whole number of a member, `nil` where it is absent or `null`.
    package mutating func optionalInteger(_ key: String) throws -> Int? {
        try optional(key) { [tape] in tape.integer($0) }
    }

    /// The number of a member, `nil` where it is absent or `null`.
    package mutating func optionalDouble(_ key: String) throws -> Double? {
        try optional(key) { [tape] in tape.double($0) }
    }

    /// The truth value of a member.
    package mutating func truth(_ key: String) throws -> Bool {
        try value(key) { [tape] in tape.truth($0) }
    }

    /// The string of a member.
    package mutating func string(_ key: String) throws -> String {
        try value(key) { [tape] in tape.string($0) }
    }

    /// The string of a member, `nil` where it is absent or `null`.
    package mutating func optionalString(_ key: String) throws -> String? {
        try optional(key) { [tape] in tape.string($0) }
    }

    /// The list of strings of a member.
    package mutating func strings(_ key: String) throws -> [String] {
        try value(key) { [tape] in tape.strings($0) }
    }
}
