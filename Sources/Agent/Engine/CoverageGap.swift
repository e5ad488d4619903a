import SnapshotModel
import TreeWatching

/// What is not watched of a tree, in words: how much, why, what is done instead and what to do about it.
struct CoverageGap: Hashable {
    let message: String
    let remedy: String

    /// Describes a gap, `nil` if all is watched.
    ///
    /// `directories` is how many the tree has in all, as far as that is known.
    init?(_ watching: WatchStatistics, directories: Int?, scannedEvery interval: Duration) {
        guard let first = watching.uncovered.first else { return nil }
        let isLimit = watching.uncovered.contains { $0.isBeyondLimit }
        let named = watching.uncovered.count
        let total = max(directories ?? 0, watching.directories + named)
        // Below a directory that is not watched nothing is: the named ones are only the tops.
        let missing = isLimit ? max(named, total - watching.directories) : named
        let places = watching.uncovered.prefix(2).map { "\($0.path.display)/" }
            .joined(separator: ", ")
        let more = named > 2 ? " and \(named - 2) more" : ""
        let why =
            isLimit
            ? Self.limit(watching)
            : first.reason
        message =
            "\(missing) of \(total) directories cannot be watched (\(why)): \(places)\(more); "
            + (missing == 1 ? "it is" : "they are")
            + " scanned every \(DurationText.text(interval))"
        guard isLimit else {
            remedy = "let the agent's user read \(first.path.display)/, or exclude it"
            return
        }
        // Room to grow: a power of two above twice of what is needed here, beside what others use.
        var limit = 65_536
        let others = max(0, watching.watchLimit - watching.watches)
        while limit < others + 2 * (watching.watches + missing) { limit *= 2 }
        remedy = "sudo sysctl \(watching.watchLimitName)=\(limit)"
    }

    /// What the kernel allows; other programs of the same user may have a part of it.
    private static func limit(_ watching: WatchStatistics) -> String {
        let here = watching.watches < watching.watchLimit ? ", \(watching.watches) got here" : ""
        return "the kernel allows \(watching.watchLimit)\(here), \(watching.watchLimitName)"
    }
}
