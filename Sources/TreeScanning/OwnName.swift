internal import LinuxSystem

/// Names that this program gives to files that are not yet complete.
enum OwnName {
    private static let prefix = Array(DurableFile.temporaryPrefix.utf8)

    /// Whether a name is that of an incomplete file.
    static func isTemporary(_ name: [UInt8]) -> Bool {
        name.count > prefix.count && name.starts(with: prefix)
    }
}
