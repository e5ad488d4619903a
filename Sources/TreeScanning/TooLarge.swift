internal import SnapshotModel

/// Words for files that the configuration leaves out.
enum TooLarge {
    /// How large a file is and what the limit was.
    static func detail(_ size: Int64, limit: Int64?) -> String {
        guard let limit else { return ByteSize.text(size) }
        return "\(ByteSize.text(size)), over the limit of \(ByteSize.text(limit))"
    }
}
