internal import CJSON

/// Why a text is no JSON, in simdjson's words.
package struct JSONSyntaxError: Error, Hashable, CustomStringConvertible {
    /// What is wrong.
    package let description: String
}

/// A JSON document that was read: a value begins at each place.
///
/// See "Tape structure" in the documentation of simdjson.
@safe final class JSONTape {
    /// What stands at a place.
    enum Kind: UInt8 {
        case object = 0x7B
        case array = 0x5B
        case string = 0x22
        case signed = 0x6C
        case unsigned = 0x75
        case double = 0x64
        case yes = 0x74
        case no = 0x66
        case null = 0x6E
        case endOfObject = 0x7D
        case endOfArray = 0x5D
        case root = 0x72
    }

    private var tape = unsafe json_tape()

    /// The place of the document's one value.
    static let root = 1

    init(_ text: [UInt8]) throws(JSONSyntaxError) {
        let error = unsafe json_tape_read(text, text.count, &tape)
        guard error == 0 else {
            let message = unsafe String(cString: json_error_message(error))
            throw JSONSyntaxError(description: message)
        }
    }

    deinit {
        unsafe json_tape_free(&tape)
    }

    private func word(_ place: Int) -> UInt64 {
        guard let words = unsafe tape.words, place >= 0, unsafe place < tape.words_count else {
            return UInt64(Kind.root.rawValue) << 56
        }
        return unsafe words[place]
    }

    private func payload(_ place: Int) -> Int { Int(word(place) & 0x00FF_FFFF_FFFF_FFFF) }

    func kind(_ place: Int) -> Kind {
        Kind(rawValue: UInt8(word(place) >> 56)) ?? .root
    }

    /// The place behind the value.
    func end(of place: Int) -> Int {
        switch kind(place) {
        case .object, .array: payload(place) & 0xFFFF_FFFF
        case .signed, .unsigned, .double: place + 2
        default: place + 1
        }
    }

    /// The whole number at a place, `nil` for all else.
    func integer<Number: FixedWidthInteger>(_ place: Int) -> Number? {
        switch kind(place) {
        case .signed: Number(exactly: Int64(bitPattern: word(place + 1)))
        case .unsigned: Number(exactly: word(place + 1))
        case .double: exact(Double(bitPattern: word(place + 1)))
        default: nil
        }
    }

    /// A whole number that a fraction or an exponent was written with, `nil` where a double may have rounded it.
    private func exact<Number: FixedWidthInteger>(_ number: Double) -> Number? {
        number.magnitude < 0x1p53 ? Number(exactly: number) : nil
    }

    /// The number at a place, `nil` for all else.
    func double(_ place: Int) -> Double? {
        switch kind(place) {
        case .signed: Double(Int64(bitPattern: word(place + 1)))
        case .unsigned: Double(word(place + 1))
        case .double: Double(bitPattern: word(place + 1))
        default: nil
        }
    }

    /// The truth value at a place, `nil` for all else.
    func truth(_ place: Int) -> Bool? {
        switch kind(place) {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// The string at a place, `nil` for all else.
    func string(_ place: Int) -> String? {
        guard kind(place) == .string else { return nil }
        return unsafe String(decoding: bytes(payload(place)), as: UTF8.self)
    }

    /// The list of strings at a place, `nil` for all else.
    func strings(_ place: Int) -> [String]? {
        guard kind(place) == .array else { return nil }
        var strings = [String]()
        var element = place + 1
        while element < end(of: place) - 1 {
            guard let string = string(element) else { return nil }
            strings.append(string)
            element = end(of: element)
        }
        return strings
    }

    /// Whether the string at a place is `text`.
    func isString(_ place: Int, _ text: String) -> Bool {
        guard kind(place) == .string else { return false }
        let found = unsafe bytes(payload(place))
        guard found.count == text.utf8.count else { return false }
        return unsafe found.elementsEqual(text.utf8)
    }

    /// The bytes of the string whose length begins at `start`.
    private func bytes(_ start: Int) -> UnsafeBufferPointer<UInt8> {
        let strings = unsafe UnsafeRawBufferPointer(
            start: tape.strings, count: tape.strings_count)
        let count = unsafe Int(strings.loadUnaligned(fromByteOffset: start, as: UInt32.self))
        let range = (start + 4)..<(start + 4 + count)
        let body = unsafe UnsafeRawBufferPointer(rebasing: strings[range])
        return unsafe body.assumingMemoryBound(to: UInt8.self)
    }
}
