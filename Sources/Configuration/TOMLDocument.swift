internal import CTOML
internal import FoundationEssentials

/// A place in a configuration file, from 1.
struct FilePosition: Hashable, Sendable, Comparable {
    var line: Int
    var column: Int

    static func < (left: FilePosition, right: FilePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// What a text that is not TOML gets wrong, and where.
struct TOMLSyntaxError: Error, Hashable {
    var position: FilePosition
    var message: String
}

/// A TOML document as JSON, with the place of every key and value.
struct TOMLDocument: Sendable {
    /// The document as JSON.
    let json: Data
    /// Where each key and value is, by its JSON pointer: `/dataset/0/quiet`.
    let positions: [String: (key: FilePosition, value: FilePosition)]

    /// Reads a document.
    init(_ text: [UInt8]) throws(TOMLSyntaxError) {
        let nowhere = FilePosition(line: 1, column: 1)
        var outcome = unsafe toml_outcome()
        defer { unsafe toml_outcome_free(&outcome) }
        guard unsafe toml_read(text, text.count, &outcome) == 0 else {
            throw TOMLSyntaxError(position: nowhere, message: "not enough memory")
        }
        let content = unsafe Data(
            UnsafeBufferPointer(start: outcome.text, count: outcome.text_length))
        let line = unsafe outcome.line
        guard line == 0 else {
            let column = unsafe outcome.column
            throw TOMLSyntaxError(
                position: FilePosition(line: Int(line), column: Int(column)),
                message: Self.worded(String(decoding: content, as: UTF8.self)))
        }
        let table = unsafe Data(
            UnsafeBufferPointer(start: outcome.positions, count: outcome.positions_length))
        guard let places = try? JSONDecoder().decode([String: [Int]].self, from: table) else {
            throw TOMLSyntaxError(position: nowhere, message: "it cannot be read")
        }
        json = content
        positions = places.mapValues { place in
            (
                FilePosition(line: place[0], column: place[1]),
                FilePosition(line: place[2], column: place[3])
            )
        }
    }

    /// The parser's words without what every one of its messages begins with.
    private static func worded(_ message: String) -> String {
        let prefix = "Error while parsing "
        let rest = message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
        guard let first = rest.first else { return "it is not TOML" }
        let text = rest.hasSuffix(".") ? rest.dropLast() : rest[...]
        return first.lowercased() + text.dropFirst()
    }
}
