import SnapshotModel

/// Counts what differs change by change, so that nobody has to hold all changes.
struct ChangeTally: Sendable {
    private var comparison = SnapshotComparison(keepsChanges: false)
    private var totals: SnapshotCounts

    /// Begins with the totals of the tree that the changes change.
    init(from before: SnapshotCounts? = nil) {
        totals = before ?? SnapshotCounts()
    }

    /// Counts a path that differs.
    mutating func add(_ change: TreeChange) {
        comparison.add(path: change.path, before: change.before, after: change.after)
        if let entry = change.before?.entry { totals.count(entry, by: -1) }
        if let entry = change.after?.entry { totals.count(entry, by: 1) }
    }

    /// Takes in the differences of another tally, and what they do to the totals.
    mutating func add(_ other: ChangeTally) {
        comparison.add(other.comparison)
        totals.files += other.totals.files
        totals.directories += other.totals.directories
        totals.bytes += other.totals.bytes
    }

    /// Says that no directory among the changes so far is parted from the names that it holds.
    mutating func settleDirectories() {
        comparison.settleDirectories()
    }

    /// The differences as `list` counts them, and the totals of the tree that they make.
    var counts: SnapshotCounts {
        var finished = comparison
        finished.finish()
        var counts = finished.counts
        counts.files = totals.files
        counts.directories = totals.directories
        counts.bytes = totals.bytes
        return counts
    }
}
