/// A place in a JSON document under construction, filled by an encoder.
final class JSONSlot {
    enum Content {
        case null
        /// A number or a truth value, as JSON spells it.
        case literal(String)
        case string(String)
        case array([JSONSlot])
        case object([(key: String, slot: JSONSlot)])
    }

    var content = Content.null

    /// The slot of a new last element; a slot that is no array yet becomes one.
    func appendElement() -> JSONSlot {
        let slot = JSONSlot()
        var elements: [JSONSlot] = []
        if case .array(let present) = content { elements = present }
        content = .null
        elements.append(slot)
        content = .array(elements)
        return slot
    }

    /// The slot of a new last member; a slot that is no object yet becomes one.
    func appendMember(_ key: String) -> JSONSlot {
        let slot = JSONSlot()
        var members: [(key: String, slot: JSONSlot)] = []
        if case .object(let present) = content { members = present }
        content = .null
        members.append((key, slot))
        content = .object(members)
        return slot
    }

    /// Appends the document below this slot to `text`.
    func write(to text: inout [UInt8]) {
        switch content {
        case .null: text.append(contentsOf: "null".utf8)
        case .literal(let literal): text.append(contentsOf: literal.utf8)
        case .string(let string): JSONString.write(string, to: &text)
        case .array(let elements):
            text.append(UInt8(ascii: "["))
            for (position, element) in elements.enumerated() {
                if position > 0 { text.append(UInt8(ascii: ",")) }
                element.write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            for (position, member) in members.enumerated() {
                if position > 0 { text.append(UInt8(ascii: ",")) }
                JSONString.write(member.key, to: &text)
                text.append(UInt8(ascii: ":"))
                member.slot.write(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }
}
