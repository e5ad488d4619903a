internal import LinuxSystem
internal import SnapshotModel

/// The mark of a directory whose content can be made again: see the Cache Directory Tagging Specification.
enum CacheTag {
    /// The name of the file that marks its directory.
    static let name = Array("CACHEDIR.TAG".utf8)

    private static let signature = Array("Signature: 8a477f597d28d172789f06886806bc55".utf8)

    /// Whether a directory holds a tag with the right signature.
    static func marks(_ directory: borrowing FileDescriptor) -> Bool {
        do {
            let file = try directory.open(name, [.readOnly, .noFollow, .nonBlocking])
            guard try file.status().kind == .file else { return false }
            var start: [UInt8] = []
            _ = try file.read(into: &start, atMost: signature.count, at: 0)
            return start == signature
        } catch {
            // A tag that cannot be read marks nothing: the content is kept.
            return false
        }
    }
}
