package import SnapshotModel

/// A path whose content a snapshot lacks or cannot vouch for.
package struct MissingReport: Codable, Sendable, Hashable {
    /// The path from the dataset's root; what is not UTF-8 in it is U+FFFD.
    package var path: String
    /// The true bytes of the path in base64, if `path` is not them.
    package var pathBase64: String?
    /// What is wrong.
    package var reason: MissingReason
    /// The system's words for it.
    package var detail: String

    private enum CodingKeys: String, CodingKey {
        case path
        case pathBase64 = "path_base64"
        case reason, detail
    }

    /// Makes the value from its parts.
    package init(path: BytePath, reason: MissingReason, detail: String) {
        let name = NameText(path.bytes)
        self.path = name.text
        pathBase64 = name.base64
        self.reason = reason
        self.detail = detail
    }

    /// The true bytes of the path.
    package var bytePath: BytePath { BytePath(NameText.bytes(text: path, base64: pathBase64)) }

    /// Makes the report of a record's item.
    package init(_ item: MissingItem) {
        self.init(path: item.path, reason: item.reason, detail: item.detail)
    }
}
