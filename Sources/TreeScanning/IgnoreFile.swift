internal import LinuxSystem
internal import SnapshotModel

/// Reads the ignore files in a tree.
enum IgnoreFile {
    /// A file of more bytes is no list of patterns.
    private static let limit = 1 << 20

    /// The rules in a directory's ignore file, `nil` if there is none that can be read.
    static func rules(in directory: borrowing FileDescriptor) -> IgnoreRules? {
        do {
            let file = try directory.open(
                IgnoreRules.fileName, [.readOnly, .noFollow, .nonBlocking])
            guard try file.status().kind == .file else { return nil }
            return IgnoreRules(content: try file.readAll(atMost: limit))
        } catch {
            // Its content is recorded as missing by whoever reads it; nothing is hidden meanwhile.
            return nil
        }
    }
}
