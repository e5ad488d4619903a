package import LinuxSystem
package import SnapshotModel

/// A snapshot that is kept, by what one needs to know of it to say when a path was what.
package struct KeptSnapshot: Sendable, Hashable {
    /// Its number.
    package var number: Int
    /// Seconds that local time was ahead of UTC when it was taken.
    package var utcOffset: Int
    /// When it was taken.
    package var created: FileTime
    /// Whether it was compared with one before it, be that gone by now.
    package var hasParent: Bool

    init(_ record: SnapshotRecord) {
        number = record.number
        utcOffset = record.utcOffset
        created = record.created
        hasParent = record.parent != nil
    }
}

/// What a path was in the kept snapshots, in their order.
package struct PathHistory: Sendable, Hashable {
    /// What a path was in some snapshots in a row, at least one; it may have been the same before or after.
    package struct State: Sendable, Hashable {
        /// The places of these snapshots among the known ones.
        package var places: ClosedRange<Int>
        /// What the path stood for.
        package var entry: TreeEntry
    }

    /// The kept snapshots of which one knows, in the order of their numbers.
    package var known: [KeptSnapshot]
    /// What the path was, where it was anything.
    package var states: [State] = []
    /// Kept snapshots whose trees cannot be read.
    package var unreadable: [Int]
}

/// A path that some kept snapshots have.
package struct FoundPath: Sendable, Hashable {
    /// The path.
    package var path: BytePath
    /// The place of the first snapshot that has it among the known ones.
    package var first: Int
    /// The place of the last one.
    package var last: Int
    /// What it stands for in the last one.
    package var entry: TreeEntry
}

/// The paths that match a pattern, in their order.
package struct FoundPaths: Sendable, Hashable {
    /// The kept snapshots of which one knows, in the order of their numbers.
    package var known: [KeptSnapshot]
    /// The paths.
    package var paths: [FoundPath] = []
    /// Kept snapshots whose trees cannot be read in full.
    package var unreadable: [Int]
}

/// What all kept snapshots hold, asked by path.
package protocol PastTrees {
    /// What a path was in every kept snapshot.
    func history(of path: BytePath) throws(UserError) -> PathHistory

    /// The paths that are wanted, of all kept snapshots.
    func find(_ wanted: WantedPaths, _ progress: JobProgress) throws(UserError) -> FoundPaths

    /// What a snapshot holds at a path, `nil` if nothing.
    func entry(at path: BytePath, in snapshot: Int) throws(UserError) -> TreeEntry?

    /// How what a directory holds differs between two snapshots: what the one has and what the other has instead, in
    /// the order of the names' bytes; a directory that the other lacks is `nil` there.
    func difference(
        of directory: BytePath, _ old: TreeEntry, in before: Int, _ new: TreeEntry?, in after: Int
    ) throws(UserError) -> (old: [TreeEntry], new: [TreeEntry])

    /// What a directory of a snapshot holds, whose entry is given, in the order of the names' bytes.
    func entries(
        of directory: BytePath, _ entry: TreeEntry, in snapshot: Int
    ) throws(UserError) -> [TreeEntry]
}

extension Store {
    /// What all kept snapshots hold: from the catalog, or from the trees where there is none.
    package var past: any PastTrees {
        isWritable ? CatalogPast(store: self) : TreePast(store: self)
    }
}

extension [TreeEntry] {
    /// Both lists without what is equal in them.
    func difference(to other: [TreeEntry]) -> (old: [TreeEntry], new: [TreeEntry]) {
        let (mine, others) = (Set(self), Set(other))
        return (filter { !others.contains($0) }, other.filter { !mine.contains($0) })
    }
}
