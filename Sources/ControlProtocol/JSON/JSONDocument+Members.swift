// Whole members and elements in one call, for what lists have thousands of. Their keys have nothing to escape.
extension JSONDocument {
    /// Writes a member of the object at `depth`, `null` for what is absent.
    mutating func member(_ key: String, _ value: String?, at depth: Int) {
        startPlainMember(key, at: depth)
        if let value { write(string: value) } else { write(literal: "null") }
    }

    /// Writes a member of the object at `depth`, `null` for what is absent.
    mutating func member(_ key: String, _ value: (some FixedWidthInteger)?, at depth: Int) {
        startPlainMember(key, at: depth)
        write(literal: value?.description ?? "null")
    }

    /// Writes a member of the object at `depth`.
    mutating func member(_ key: String, _ value: Bool, at depth: Int) {
        startPlainMember(key, at: depth)
        write(literal: value ? "true" : "false")
    }

    /// Writes a member of the object at `depth`.
    mutating func member(_ key: String, _ value: Double?, at depth: Int) throws {
        startPlainMember(key, at: depth)
        if let value { try write(value) } else { write(literal: "null") }
    }

    /// Writes an element of the list at `depth`, `null` for what is absent.
    mutating func element(_ value: String?, at depth: Int) {
        startElement(at: depth)
        if let value { write(string: value) } else { write(literal: "null") }
    }

    /// Writes an element of the list at `depth`, `null` for what is absent.
    mutating func element(_ value: (some FixedWidthInteger)?, at depth: Int) {
        startElement(at: depth)
        write(literal: value?.description ?? "null")
    }

    /// Writes an element of the list at `depth`.
    mutating func element(_ value: Bool, at depth: Int) {
        startElement(at: depth)
        write(literal: value ? "true" : "false")
    }

    /// Writes an element of the list at `depth`, `null` for what is absent.
    mutating func element(_ value: Double?, at depth: Int) throws {
        startElement(at: depth)
        if let value { try write(value) } else { write(literal: "null") }
    }
}
