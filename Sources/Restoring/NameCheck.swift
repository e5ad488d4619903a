internal import SnapshotModel

/// Sorts out names in a snapshot that no honest scan can have put there.
enum NameCheck {
    /// Why a name may not be made, `nil` for a name that may.
    static func objection(to name: [UInt8]) -> String? {
        if name.isEmpty { return "the name is empty" }
        if name == [UInt8(ascii: ".")] || name == [UInt8(ascii: "."), UInt8(ascii: ".")] {
            return "the name leads outside"
        }
        if name.contains(UInt8(ascii: "/")) { return "the name holds a slash" }
        if name.contains(0) { return "the name holds a zero byte" }
        if name.count > 255 { return "the name has more than 255 bytes" }
        return nil
    }

    /// The entries of a directory that may be restored, sorted by their names, and the others with the reason.
    static func sorted(
        _ entries: [TreeEntry]
    ) -> (good: [TreeEntry], bad: [(entry: TreeEntry, reason: String)]) {
        var good: [TreeEntry] = []
        var bad: [(entry: TreeEntry, reason: String)] = []
        for entry in entries.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
            if let reason = objection(to: entry.name) {
                bad.append((entry, reason))
            } else if good.last?.name == entry.name {
                bad.append((entry, "the snapshot has the name twice"))
            } else {
                good.append(entry)
            }
        }
        return (good, bad)
    }
}
