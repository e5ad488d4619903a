package import SnapshotModel

/// Something in a store that is not as it was written.
package struct DamageReport: Codable, Sendable, Hashable {
    /// The number of a snapshot that suffers, `nil` if none that is kept does.
    package var snapshot: Int?
    /// The name of the zip.
    package var file: String
    /// The path of the file that suffers; what is not UTF-8 in it is U+FFFD.
    package var path: String?
    /// The true bytes of the path in base64, if `path` is not them.
    package var pathBase64: String?
    /// What kind of damage it is.
    package var kind: String
    /// The number of a snapshot that holds a good copy.
    package var otherCopy: Int?
    /// What was found.
    package var detail: String
    /// The numbers of all kept snapshots that suffer.
    package var snapshots: [Int]
    /// The name of the zip that holds a good copy.
    package var otherFile: String?

    private enum CodingKeys: String, CodingKey {
        case snapshot, file, path
        case pathBase64 = "path_base64"
        case kind
        case otherCopy = "other_copy"
        case detail, snapshots
        case otherFile = "other_file"
    }

    /// Makes the value from its parts.
    package init(
        snapshot: Int? = nil, file: String, path: BytePath?, kind: String, otherCopy: Int? = nil,
        detail: String, snapshots: [Int] = [], otherFile: String? = nil
    ) {
        self.snapshot = snapshot
        self.file = file
        let name = path.map { NameText($0.bytes) }
        self.path = name?.text
        pathBase64 = name?.base64
        self.kind = kind
        self.otherCopy = otherCopy
        self.detail = detail
        self.snapshots = snapshots
        self.otherFile = otherFile
    }

    /// Whether it is a snapshot that is to be kept, and whose zip is nowhere.
    package var isGone: Bool { kind == "gone" }

    /// Whether it is the zip of a snapshot that is whole under another name.
    package var isRenamed: Bool { kind == "renamed" }

    /// Whether it is a snapshot that cannot be read and that a person deleted.
    package var isDeleted: Bool { kind == "deleted" }

    /// The true bytes of the path.
    package var bytePath: BytePath? {
        path.map { BytePath(NameText.bytes(text: $0, base64: pathBase64)) }
    }
}
