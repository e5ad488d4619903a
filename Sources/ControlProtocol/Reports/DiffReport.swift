/// One side of a comparison.
package enum DiffEnd: Codable, Sendable, Hashable {
    /// A snapshot's number.
    case snapshot(Int)
    /// The directory as it is now.
    case live

    /// Reads a number or `"live"`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .snapshot(number)
        } else if try container.decode(String.self) == "live" {
            self = .live
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "neither a number nor live")
        }
    }

    /// Writes a number or `"live"`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .snapshot(let number): try container.encode(number)
        case .live: try container.encode("live")
        }
    }
}

/// The answer to `diff`.
package struct DiffReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset's name.
    package var dataset: String
    /// The older side.
    package var from: DiffEnd
    /// The newer side.
    package var to: DiffEnd
    /// What differs, sorted by path.
    package var changes: [ChangeReport]
    /// How much differs.
    package var summary: ChangeSummary

    /// Makes the value from its parts.
    package init(
        dataset: String, from: DiffEnd, to: DiffEnd, changes: [ChangeReport], summary: ChangeSummary
    ) {
        self.dataset = dataset
        self.from = from
        self.to = to
        self.changes = changes
        self.summary = summary
    }
}

/// How many changes of each kind there are.
package struct ChangeSummary: Codable, Sendable, Hashable {
    /// Paths only the newer side has.
    package var added: Int
    /// Files with other content.
    package var changed: Int
    /// Paths only the older side has.
    package var removed: Int
    /// Files found under another path.
    package var moved: Int
    /// Entries of equal content with other metadata.
    package var metadata: Int
    /// Paths that stand for another kind of thing.
    package var type: Int
    /// How many bytes the newer side has more than the older one.
    package var bytes: Int64

    /// Makes the value from its parts.
    package init(
        added: Int = 0, changed: Int = 0, removed: Int = 0, moved: Int = 0, metadata: Int = 0,
        type: Int = 0, bytes: Int64 = 0
    ) {
        self.added = added
        self.changed = changed
        self.removed = removed
        self.moved = moved
        self.metadata = metadata
        self.type = type
        self.bytes = bytes
    }
}
