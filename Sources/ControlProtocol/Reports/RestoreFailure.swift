package import SnapshotModel

/// A path that a restore could not put back as planned.
package struct RestoreFailure: Codable, Sendable, Hashable {
    /// The path from the dataset's root; what is not UTF-8 in it is U+FFFD.
    package var path: String
    /// The true bytes of the path in base64, if `path` is not them.
    package var pathBase64: String?
    /// The stable code of the error.
    package var code: String
    /// What happened.
    package var message: String

    private enum CodingKeys: String, CodingKey {
        case path
        case pathBase64 = "path_base64"
        case code, message
    }

    /// Makes the value from its parts.
    package init(path: BytePath, code: String, message: String) {
        let name = NameText(path.bytes)
        self.path = name.text
        pathBase64 = name.base64
        self.code = code
        self.message = message
    }

    /// The true bytes of the path.
    package var bytePath: BytePath { BytePath(NameText.bytes(text: path, base64: pathBase64)) }
}
