/// What one snapshot took away from the tree before it, as far as the brake must know.
package struct Upheaval: Hashable, Sendable, Codable {
    /// The number of the snapshot.
    package var snapshot: Int
    /// The number of the one before it, which still has what is gone.
    package var previous: Int
    /// Names that are not directories, in the snapshot before.
    package var filesBefore: Int
    /// The same in this snapshot.
    package var filesAfter: Int
    /// Files that are gone, those found under another path not counted.
    package var removed: Int
    /// Files that had a content and are empty.
    package var emptied: Int
    /// Files in whose place there is something incompressible, as `Rewriting` counts them.
    package var rewritten: Int
    /// Files that were incompressible before and are other ones now: photographs with a new tag, or encrypted.
    package var replaced: Int
    /// Whether a person asked for these very changes: what came of a restore.
    package var isWished: Bool

    private enum CodingKeys: String, CodingKey {
        case snapshot, previous
        case filesBefore = "files_before"
        case filesAfter = "files_after"
        case removed, emptied, rewritten, replaced
        case isWished = "is_wished"
    }

    /// Makes an upheaval of a snapshot's counts and what was found beside them.
    package init(
        snapshot: Int, previous: Int, counts: SnapshotCounts, emptied: Int = 0, rewritten: Int = 0,
        replaced: Int = 0, isWished: Bool = false
    ) {
        self.snapshot = snapshot
        self.previous = previous
        filesAfter = counts.files
        filesBefore = max(0, counts.files - counts.added + counts.removed)
        removed = counts.removed
        self.emptied = emptied
        self.rewritten = rewritten
        self.replaced = replaced
        self.isWished = isWished
    }
}
