/// What the layout of the next snapshot depends on.
///
/// A complete zip is the most useful one for people, but it repeats what did not change. It is chosen for as long as
/// all that is repeated in the kept zips is small, or no larger than the files themselves.
package struct LayoutChoice: Sendable, Hashable {
    /// Names in the tree, the root not counted.
    package var entries: Int
    /// Sum of the sizes of its files.
    package var bytes: Int64
    /// Bytes on the disk of every complete zip that the store keeps.
    package var completeZips: [Int64]
    /// Whether zips share the bytes they have in common, so that repeating them costs nothing.
    package var sharesExtents: Bool

    /// Zips of more entries take long to write and to open.
    package static let largestEntries = 50_000
    /// Zips of more bytes do not fit every file system.
    package static let largestBytes: Int64 = 4 << 30
    /// So many bytes may be repeated, however small the files are.
    package static let freeBytes: Int64 = 256 << 20

    /// Makes a choice from its four grounds.
    package init(
        entries: Int, bytes: Int64, completeZips: [Int64], sharesExtents: Bool = false
    ) {
        self.entries = entries
        self.bytes = bytes
        self.completeZips = completeZips
        self.sharesExtents = sharesExtents
    }

    /// The layout of the next snapshot.
    package func layout(_ preference: LayoutPreference) -> SnapshotLayout {
        switch preference {
        case .complete: .complete
        case .incremental: .incremental
        case .auto: mayBeComplete ? .complete : .incremental
        }
    }

    private var mayBeComplete: Bool {
        guard entries <= Self.largestEntries, bytes <= Self.largestBytes else { return false }
        return sharesExtents || repeated <= max(Self.freeBytes, bytes)
    }

    /// What the complete zips will repeat once there is one more: all of them but one hold little that is their own.
    private var repeated: Int64 { completeZips.reduce(0, +) }
}
