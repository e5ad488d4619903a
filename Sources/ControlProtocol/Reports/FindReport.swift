package import SnapshotModel

/// The answer to `find`.
package struct FindReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset's name.
    package var dataset: String
    /// The pattern; what is not UTF-8 in it is U+FFFD.
    package var pattern: String
    /// The paths that match, sorted by their bytes.
    package var matches: [FindMatch]
    /// Kept snapshots that cannot be read, so that nothing is known of them.
    package var unreadable: [Int]

    /// Makes the value from its parts.
    package init(
        dataset: String, pattern: [UInt8], matches: [FindMatch], unreadable: [Int] = []
    ) {
        self.dataset = dataset
        self.pattern = String(decoding: pattern, as: UTF8.self)
        self.matches = matches
        self.unreadable = unreadable
    }
}

/// One path that matches.
package struct FindMatch: Codable, Sendable, Hashable {
    /// The path from the dataset's root; what is not UTF-8 in it is U+FFFD.
    package var path: String
    /// The true bytes of the path in base64, if `path` is not them.
    package var pathBase64: String?
    /// What kind of thing it is in the last snapshot that has it.
    package var type: EntryType
    /// The number of the first snapshot that has it.
    package var first: Int
    /// The number of the last one; some in between may lack it.
    package var last: Int
    /// When that one was taken.
    package var lastSeen: ReportTime
    /// Whether the directory has something there now; `nil` if that was not looked at.
    package var live: Bool?
    /// Bytes of a file in the last snapshot that has it, 0 for everything else.
    package var size: Int64

    private enum CodingKeys: String, CodingKey {
        case path
        case pathBase64 = "path_base64"
        case type, first, last
        case lastSeen = "last_seen"
        case live, size
    }

    /// Makes the value from its parts.
    package init(
        path: BytePath, type: EntryType, first: Int, last: Int, lastSeen: ReportTime,
        live: Bool? = nil, size: Int64
    ) {
        let name = NameText(path.bytes)
        self.path = name.text
        pathBase64 = name.base64
        self.type = type
        self.first = first
        self.last = last
        self.lastSeen = lastSeen
        self.live = live
        self.size = size
    }

    /// The true bytes of the path.
    package var bytePath: BytePath { BytePath(NameText.bytes(text: path, base64: pathBase64)) }
}
