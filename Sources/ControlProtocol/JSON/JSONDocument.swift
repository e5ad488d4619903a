/// The text of a JSON document so far, and what is open in it.
///
/// Encoders never say that an object or a list ends: it does when something further out goes on.
struct JSONDocument {
    /// What can be open.
    enum Kind {
        case object, array

        var opening: UInt8 { self == .object ? UInt8(ascii: "{") : UInt8(ascii: "[") }
        var closing: UInt8 { self == .object ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    }

    private struct Scope {
        let kind: Kind
        var isEmpty = true
    }

    private(set) var text: [UInt8] = []
    private var scopes: [Scope] = []
    /// A key or a place in a list is written, its value not yet.
    private var awaitsValue = true

    /// Starts the object or list of the value at `depth`, or goes on with it: a second container adds to the first one's members.
    mutating func open(_ kind: Kind, at depth: Int) {
        if scopes.count > depth { return close(downTo: depth + 1) }
        awaitsValue = false
        scopes.append(Scope(kind: kind))
        text.append(kind.opening)
    }

    /// Starts a member of the object at `depth`; its value comes next.
    mutating func startMember(_ key: String, at depth: Int) {
        startElement(at: depth)
        JSONString.write(key, to: &text)
        text.append(UInt8(ascii: ":"))
    }

    /// Starts a member whose key consists of letters and `_`; its value comes next.
    mutating func startPlainMember(_ key: String, at depth: Int) {
        startElement(at: depth)
        text.append(UInt8(ascii: "\""))
        text.append(contentsOf: key.utf8)
        text.append(UInt8(ascii: "\""))
        text.append(UInt8(ascii: ":"))
    }

    /// Starts an element of the list, or a member of the object, at `depth`.
    mutating func startElement(at depth: Int) {
        close(downTo: depth + 1)
        if !scopes[depth].isEmpty { text.append(UInt8(ascii: ",")) }
        scopes[depth].isEmpty = false
        awaitsValue = true
    }

    /// Writes a number, a truth value or `null`, as JSON spells it.
    mutating func write(literal: String) {
        text.append(contentsOf: literal.utf8)
        awaitsValue = false
    }

    /// Writes a string.
    mutating func write(string: String) {
        JSONString.write(string, to: &text)
        awaitsValue = false
    }

    /// Writes a number with a fraction.
    mutating func write(_ value: Double) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "JSON has no such number"))
        }
        write(literal: value.description)
    }

    /// Ends what is open beyond `depth`; a value that nothing was written for is `null`.
    mutating func close(downTo depth: Int) {
        if awaitsValue { write(literal: "null") }
        while scopes.count > depth { text.append(scopes.removeLast().kind.closing) }
    }
}
