package import SnapshotModel

/// What kind of difference a change is.
package enum ChangeKind: String, Codable, Sendable, Hashable, CaseIterable {
    case added, changed, removed, moved, metadata
    /// The path stands for another kind of thing.
    case type
}

/// One difference between two states of a dataset.
package struct ChangeReport: Codable, Sendable, Hashable {
    /// The path from the dataset's root; what is not UTF-8 in it is U+FFFD.
    package var path: String
    /// The true bytes of the path in base64, if `path` is not them.
    package var pathBase64: String?
    /// What kind of difference it is.
    package var kind: ChangeKind
    /// Where a moved file was; what is not UTF-8 in it is U+FFFD.
    package var fromPath: String?
    /// The true bytes of that path in base64, if `fromPath` is not them.
    package var fromPathBase64: String?
    /// Bytes of the older file.
    package var sizeBefore: Int64?
    /// Bytes of the newer file.
    package var sizeAfter: Int64?
    /// The metadata that differ.
    package var fields: [FieldChange]

    private enum CodingKeys: String, CodingKey {
        case path
        case pathBase64 = "path_base64"
        case kind
        case fromPath = "from_path"
        case fromPathBase64 = "from_path_base64"
        case sizeBefore = "size_before"
        case sizeAfter = "size_after"
        case fields
    }

    /// Makes the value from its parts.
    package init(
        path: BytePath, kind: ChangeKind, fromPath: BytePath? = nil, sizeBefore: Int64? = nil,
        sizeAfter: Int64? = nil, fields: [FieldChange] = []
    ) {
        let name = NameText(path.bytes)
        self.path = name.text
        pathBase64 = name.base64
        self.kind = kind
        let before = fromPath.map { NameText($0.bytes) }
        self.fromPath = before?.text
        fromPathBase64 = before?.base64
        self.sizeBefore = sizeBefore
        self.sizeAfter = sizeAfter
        self.fields = fields
    }

    /// The true bytes of the path.
    package var bytePath: BytePath { BytePath(NameText.bytes(text: path, base64: pathBase64)) }

    /// The true bytes of the path that a moved file had.
    package var bytesBefore: BytePath? {
        fromPath.map { BytePath(NameText.bytes(text: $0, base64: fromPathBase64)) }
    }
}

/// One attribute that differs between two states of an entry.
package struct FieldChange: Codable, Sendable, Hashable {
    /// Its name: `mode`, `owner`, `group`, `target`, `attributes`, `device` or `type`.
    package var field: String
    /// Its older value, where that can be said in a word.
    package var before: String?
    /// Its newer value, where that can be said in a word.
    package var after: String?

    /// Makes the value from its parts.
    package init(field: String, before: String? = nil, after: String? = nil) {
        self.field = field
        self.before = before
        self.after = after
    }
}
