internal import SnapshotModel

/// Words for files that the configuration leaves out.
enum TooLarge {
    /// How large a file is and what the limit was.
    static func detail(_ size: Int64, limit: Int64?) -> String {
        guard let limit else { return "\(size) bytes" }
        return "\(size) bytes, over the limit of \(limit)"
    }
}
