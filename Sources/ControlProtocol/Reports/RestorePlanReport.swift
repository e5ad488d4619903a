package import SnapshotModel

/// A number of files and the sum of their sizes.
package struct Amount: Codable, Sendable, Hashable {
    /// How many.
    package var files: Int
    /// The sum of their sizes.
    package var bytes: Int64

    /// Makes the value from its parts.
    package init(files: Int = 0, bytes: Int64 = 0) {
        self.files = files
        self.bytes = bytes
    }

    /// The sum of two amounts.
    package static func + (left: Amount, right: Amount) -> Amount {
        Amount(files: left.files + right.files, bytes: left.bytes + right.bytes)
    }
}

/// What a restore does, or did, to how many files.
package struct RestoreAmounts: Codable, Sendable, Hashable {
    /// Files that the target lacks.
    package var create: Amount
    /// Files that the target has in another state.
    package var overwrite: Amount
    /// Files that the target has in a state from after the snapshot.
    package var overwriteNewer: Amount
    /// Files that only the target has.
    package var delete: Amount
    /// Files that are as in the snapshot already.
    package var same: Amount
    /// Files with the right content whose mode, owner, time or attributes are set.
    package var adjust: Amount
    /// Files left alone because they changed after the snapshot.
    package var keptNewer: Amount

    private enum CodingKeys: String, CodingKey {
        case create, overwrite
        case overwriteNewer = "overwrite_newer"
        case delete, same, adjust
        case keptNewer = "kept_newer"
    }

    /// Makes the value from its parts.
    package init(
        create: Amount = Amount(), overwrite: Amount = Amount(), overwriteNewer: Amount = Amount(),
        delete: Amount = Amount(), same: Amount = Amount(), adjust: Amount = Amount(),
        keptNewer: Amount = Amount()
    ) {
        self.create = create
        self.overwrite = overwrite
        self.overwriteNewer = overwriteNewer
        self.delete = delete
        self.same = same
        self.adjust = adjust
        self.keptNewer = keptNewer
    }
}

/// A file that was changed after the snapshot and would be overwritten.
package struct NewerFile: Codable, Sendable, Hashable {
    /// The path from the dataset's root; what is not UTF-8 in it is U+FFFD.
    package var path: String
    /// The true bytes of the path in base64, if `path` is not them.
    package var pathBase64: String?
    /// When it was changed.
    package var mtime: ReportTime

    private enum CodingKeys: String, CodingKey {
        case path
        case pathBase64 = "path_base64"
        case mtime
    }

    /// Makes the value from its parts.
    package init(path: BytePath, mtime: ReportTime) {
        let name = NameText(path.bytes)
        self.path = name.text
        pathBase64 = name.base64
        self.mtime = mtime
    }

    /// The true bytes of the path.
    package var bytePath: BytePath { BytePath(NameText.bytes(text: path, base64: pathBase64)) }
}
