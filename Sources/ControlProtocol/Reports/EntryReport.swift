package import SnapshotModel

/// One entry of a snapshot, as `ls` reports it.
package struct EntryReport: Codable, Sendable, Hashable {
    /// The path from the dataset's root; what is not UTF-8 in it is U+FFFD.
    package var path: String
    /// The true bytes of the path in base64, if `path` is not them.
    package var pathBase64: String?
    /// What kind of thing it is.
    package var type: EntryType
    /// Its permission bits in octal, such as `0644`.
    package var mode: String
    /// Its owner's number.
    package var uid: UInt32
    /// Its group's number.
    package var gid: UInt32
    /// Its owner's name on the host that took the snapshot.
    package var user: String?
    /// Its group's name there.
    package var group: String?
    /// Bytes of a file, 0 for everything else.
    package var size: Int64
    /// When its content last changed.
    package var mtime: ReportTime
    /// SHA-256 of a file's content.
    package var sha256: String?
    /// Where a link points; what is not UTF-8 in it is U+FFFD.
    package var target: String?
    /// The true bytes of the target in base64, if `target` is not them.
    package var targetBase64: String?
    /// What is wrong with its content, if anything.
    package var missing: MissingReason?

    private enum CodingKeys: String, CodingKey {
        case path
        case pathBase64 = "path_base64"
        case type, mode, uid, gid, user, group, size, mtime, sha256, target
        case targetBase64 = "target_base64"
        case missing
    }

    /// Makes the value from its parts.
    package init(
        path: BytePath, type: EntryType, mode: String, uid: UInt32, gid: UInt32,
        user: String? = nil, group: String? = nil, size: Int64, mtime: ReportTime,
        sha256: String? = nil, target: [UInt8]? = nil, missing: MissingReason? = nil
    ) {
        let name = NameText(path.bytes)
        self.path = name.text
        pathBase64 = name.base64
        self.type = type
        self.mode = mode
        self.uid = uid
        self.gid = gid
        self.user = user
        self.group = group
        self.size = size
        self.mtime = mtime
        self.sha256 = sha256
        let goal = target.map { NameText($0) }
        self.target = goal?.text
        targetBase64 = goal?.base64
        self.missing = missing
    }

    /// The true bytes of the path.
    package var bytePath: BytePath { BytePath(NameText.bytes(text: path, base64: pathBase64)) }

    /// The true bytes of the target.
    package var targetBytes: [UInt8]? {
        target.map { NameText.bytes(text: $0, base64: targetBase64) }
    }
}
