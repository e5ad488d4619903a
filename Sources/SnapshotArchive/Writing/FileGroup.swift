internal import LinuxSystem
package import SnapshotModel

/// Files of a plan that mean something only together, as a database and its log do: a snapshot needs them as they were at
/// one moment.
package struct FileGroup: Sendable, Hashable {
    /// The path whose name the others have with a suffix.
    package var base: BytePath
    /// The plan's indices of those that are there, the base's among them.
    package var members: [Int]
    /// The states of those that are not read because they are known, by index.
    package var known: [Int: KnownIdentity]

    /// Makes a group of its members.
    package init(base: BytePath, members: [Int], known: [Int: KnownIdentity] = [:]) {
        self.base = base
        self.members = members
        self.known = known
    }
}

extension FileGroup {
    /// Whether a content is a database's, which may have had companions of which nobody knew: see the SQLite file format.
    static func isDatabase(_ content: [UInt8]) -> Bool {
        content.starts(with: databaseMark)
    }

    /// The same for an open file; one that cannot be read fails where that is reported.
    static func isDatabase(_ file: borrowing FileDescriptor) -> Bool {
        var bytes: [UInt8] = []
        let count = try? file.read(into: &bytes, atMost: databaseMark.count, at: 0)
        return count == databaseMark.count && isDatabase(bytes)
    }

    private static let databaseMark = Array("SQLite format 3\0".utf8)
}
