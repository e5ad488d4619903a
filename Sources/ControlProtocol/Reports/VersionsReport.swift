package import SnapshotModel

/// How a version of a path began.
package enum VersionEvent: String, Codable, Sendable, Hashable, CaseIterable {
    /// The path was not there before.
    case added
    /// It was there when the oldest snapshot that is kept was taken.
    case present
    /// It had another path before.
    case moved
    /// Its content became another: of a directory, something below it.
    case changed
    /// Its metadata became others, the content did not.
    case metadata
    /// It became another kind of thing.
    case type
    /// It is so in the directory now, and in no snapshot yet.
    case unsaved
}

/// The answer to `versions`.
package struct VersionsReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset's name.
    package var dataset: String
    /// The path from the dataset's root; what is not UTF-8 in it is U+FFFD.
    package var path: String
    /// The true bytes of the path in base64, if `path` is not them.
    package var pathBase64: String?
    /// The versions, oldest first.
    package var versions: [VersionItem]
    /// Kept snapshots that cannot be read, so that nothing is known of them.
    package var unreadable: [Int]

    private enum CodingKeys: String, CodingKey {
        case format, dataset, path
        case pathBase64 = "path_base64"
        case versions, unreadable
    }

    /// Makes the value from its parts.
    package init(
        dataset: String, path: BytePath, versions: [VersionItem], unreadable: [Int] = []
    ) {
        self.dataset = dataset
        let name = NameText(path.bytes)
        self.path = name.text
        pathBase64 = name.base64
        self.versions = versions
        self.unreadable = unreadable
    }

    /// The true bytes of the path.
    package var bytePath: BytePath { BytePath(NameText.bytes(text: path, base64: pathBase64)) }
}

/// One version of a path.
package struct VersionItem: Codable, Sendable, Hashable {
    /// The number of the first snapshot that has it, `nil` if none has.
    package var first: Int?
    /// The number of the last snapshot that has it.
    package var last: Int?
    /// How it began.
    package var event: VersionEvent
    /// Where it was, from the dataset's root; what is not UTF-8 in it is U+FFFD.
    package var path: String
    /// The true bytes of that path in base64, if `path` is not them.
    package var pathBase64: String?
    /// What kind of thing it is.
    package var type: EntryType
    /// Bytes of a file, 0 for everything else.
    package var size: Int64
    /// When its content last changed.
    package var mtime: ReportTime
    /// SHA-256 of a file's content in hexadecimal, if a snapshot holds it.
    package var sha256: String?
    /// Why no snapshot holds its content, or not for sure.
    package var missing: MissingReason?
    /// The metadata that became others.
    package var fields: [FieldChange]
    /// Where it was before it moved; what is not UTF-8 in it is U+FFFD.
    package var movedFrom: String?
    /// The true bytes of that path in base64, if `movedFrom` is not them.
    package var movedFromBase64: String?
    /// The number of the first snapshot after it that has nothing at its path.
    package var gone: Int?
    /// Where it went, if it moved; what is not UTF-8 in it is U+FFFD.
    package var movedTo: String?
    /// The true bytes of that path in base64, if `movedTo` is not them.
    package var movedToBase64: String?
    /// Whether the directory has it now, as far as kind, size and time tell; `nil` if that was not looked at.
    package var live: Bool?

    private enum CodingKeys: String, CodingKey {
        case first, last, event, path
        case pathBase64 = "path_base64"
        case type, size, mtime, sha256, missing, fields
        case movedFrom = "moved_from"
        case movedFromBase64 = "moved_from_base64"
        case gone
        case movedTo = "moved_to"
        case movedToBase64 = "moved_to_base64"
        case live
    }

    /// Makes the value from its parts.
    package init(
        first: Int?, last: Int?, event: VersionEvent, path: BytePath, type: EntryType,
        size: Int64, mtime: ReportTime, sha256: String? = nil, missing: MissingReason? = nil,
        fields: [FieldChange] = [], movedFrom: BytePath? = nil, gone: Int? = nil,
        movedTo: BytePath? = nil, live: Bool? = nil
    ) {
        self.first = first
        self.last = last
        self.event = event
        let name = NameText(path.bytes)
        self.path = name.text
        pathBase64 = name.base64
        self.type = type
        self.size = size
        self.mtime = mtime
        self.sha256 = sha256
        self.missing = missing
        self.fields = fields
        let from = movedFrom.map { NameText($0.bytes) }
        self.movedFrom = from?.text
        movedFromBase64 = from?.base64
        self.gone = gone
        let to = movedTo.map { NameText($0.bytes) }
        self.movedTo = to?.text
        movedToBase64 = to?.base64
        self.live = live
    }

    /// The true bytes of the path.
    package var bytePath: BytePath { BytePath(NameText.bytes(text: path, base64: pathBase64)) }

    /// The true bytes of the path that it had before it moved.
    package var pathBefore: BytePath? {
        movedFrom.map { BytePath(NameText.bytes(text: $0, base64: movedFromBase64)) }
    }

    /// The true bytes of the path that it moved to.
    package var pathAfter: BytePath? {
        movedTo.map { BytePath(NameText.bytes(text: $0, base64: movedToBase64)) }
    }
}
