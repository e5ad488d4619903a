package import SnapshotModel

/// One side of a comparison: a snapshot, or the directory as it is now.
package protocol DiffSide {
    /// The root's own entry, with its tree if that is known.
    var rootEntry: TreeEntry { get }

    /// What a directory holds, in the order of the names' bytes.
    func entries(of directory: BytePath) throws -> [TreeEntry]

    /// The content of a file, also if its entry has none because nobody has read it yet.
    ///
    /// Asked for only where sizes and times leave open whether it differs.
    func content(of path: BytePath, _ entry: TreeEntry) throws -> ContentIdentity?
}

/// Makes the side that shows a dataset's directory as it is now.
package protocol LiveTree: Sendable {
    /// The directory now, under the rules that snapshots of it follow.
    ///
    /// `known` says what the snapshot has at a path with which it is compared: see ``ScannedSide``.
    func side(
        comparedWith known: @escaping @Sendable (BytePath) throws -> TreeEntry?
    ) throws(UserError) -> any DiffSide
}
