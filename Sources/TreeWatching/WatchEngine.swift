internal import LinuxSystem
internal import SnapshotModel

/// Keeps watches on trees and turns events into dirty directories; belongs to one thread.
///
/// Events are hints: each one makes its directory dirty, and what a directory holds is found out
/// by listing it. Every directory is watched before it is listed, so nothing falls in between.
final class WatchEngine {
    /// More events than this in memory count as an overflow.
    private static let largestBacklog = 1 << 19

    /// A quarter of what the kernel's queue holds by default.
    private static let stormSize = 1 << 12

    let source: any EventSource
    /// The present moment.
    let clock: () -> MonotonicInstant
    var table = NodeTable()
    var roots: [Int: RootState] = [:]
    /// The roots that wait for something in a directory above them, by its watch.
    var ancestors: [Int32: Set<Int>] = [:]
    /// Watches that were removed and may still have events in the queue.
    var tombstones: Set<Int32> = []
    /// Directories that were moved away, until the end of the round tells where to.
    var departures: Set<Int32> = []
    /// Directories to watch and list.
    var arrivals: [Arrival] = []
    /// How many directories were listed.
    var visits = 0
    var walk = 0
    var overflows = 0
    var unknownEvents = 0

    /// What listings are read into.
    var listing = ListingBuffer()

    private var backlog: [WatchEvent] = []
    /// Whether the kernel's queue was empty when it was last read.
    private(set) var isDrained = true

    /// Makes an engine without a tree.
    init(source: any EventSource, clock: @escaping () -> MonotonicInstant = { .now }) {
        self.source = source
        self.clock = clock
    }

    /// Reads what is queued, handles it and watches what is new; `false` if nothing was queued.
    ///
    /// The root `silent` is not told of changes.
    @discardableResult
    func runRound(silent: Int? = nil) -> Bool {
        let olderTombstones = tombstones
        collect()
        let events = backlog
        backlog = []
        isStorm = events.count > Self.stormSize
        let wasDrained = isDrained
        for event in events { handle(event) }
        visitArrivals()
        for watch in departures where table.contains(watch) { drop(watch) }
        departures = []
        // The queue was empty, so no event of these watches is left in it.
        if wasDrained { tombstones.subtract(olderTombstones) }
        let now = clock()
        for root in roots.values { root.endRound(at: now, isSilent: root.id == silent) }
        return !events.isEmpty
    }

    /// Whether the last round brought so many events that the kernel's queue could fill between two ticks.
    private(set) var isStorm = false

    /// Whether there are events that no descriptor tells of.
    var hasBacklog: Bool { !backlog.isEmpty || !isDrained }

    /// Takes events out of the kernel's queue, which is small, before they are handled.
    func collect() {
        do throws(SystemError) {
            isDrained = try source.drain(into: &backlog, atMost: 1 << 16)
        } catch {
            isDrained = false
            loseEvents("events could not be read: \(error.errno.message)")
        }
        guard backlog.count > Self.largestBacklog else { return }
        backlog = []
        overflows += 1
        loseEvents("events came faster than they could be handled")
    }

    /// Takes note that events are missing: every tree has to be walked.
    func loseEvents(_ reason: String) {
        let now = clock()
        for root in roots.values {
            root.noteEverything(reason)
            requestWalk(of: root, at: now)
        }
    }

    /// Asks for a walk of the tree, soon but not too often.
    func requestWalk(of root: RootState, at now: MonotonicInstant) {
        if root.walkDue == nil { root.walkDue = root.walkDelay.next(after: now) }
    }

    /// When the next walk is due.
    var nextWalk: MonotonicInstant? { roots.values.compactMap(\.walkDue).min() }

    /// Does the walks that are due.
    func walkIfDue(at now: MonotonicInstant) {
        for root in roots.values {
            if let due = root.walkDue, due <= now { walkTree(of: root) }
        }
    }

    /// Ends the watches of a directory and all below it.
    func drop(_ watch: Int32) {
        let root = table[watch].flatMap { roots[$0.root] }
        let watches = table.removeTree(watch)
        root?.names.end(watches)
        for removed in watches {
            departures.remove(removed)
            // A root elsewhere may wait for something in the same directory.
            guard ancestors[removed] == nil else { continue }
            tombstones.insert(removed)
            source.remove(removed)
        }
    }
}
