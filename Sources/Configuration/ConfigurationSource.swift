internal import SnapshotModel

/// Where a configuration file says what, for messages about it.
struct ConfigurationSource: Sendable {
    /// The file's name as shown.
    let file: String
    /// Where each key and value is, by its JSON pointer.
    let positions: [String: (key: FilePosition, value: FilePosition)]

    /// `FILE:LINE:COLUMN: `, by a value's JSON pointer or the nearest one above it.
    func prefix(ofValue pointer: String) -> String {
        prefix(at: position(pointer) { $0.value })
    }

    /// The same for a key.
    func prefix(ofKey pointer: String) -> String {
        prefix(at: position(pointer) { $0.key })
    }

    func prefix(at position: FilePosition) -> String {
        "\(file):\(position.line):\(position.column): "
    }

    /// The line of a value.
    func line(ofValue pointer: String) -> Int { position(pointer) { $0.value }.line }

    private func position(
        _ pointer: String, _ choose: ((key: FilePosition, value: FilePosition)) -> FilePosition
    ) -> FilePosition {
        var rest = pointer[...]
        while true {
            if let found = positions[String(rest)] { return choose(found) }
            guard let slash = rest.lastIndex(of: "/") else {
                return FilePosition(line: 1, column: 1)
            }
            rest = rest[..<slash]
        }
    }
}
