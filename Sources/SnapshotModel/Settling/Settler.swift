/// Decides when changes have settled, so that a snapshot is due.
///
/// A value without a clock: it is told what happened and when, and says what to do.
package struct Settler: Hashable, Sendable {
    /// How long to wait for what.
    package struct Timing: Hashable, Sendable {
        /// Time without a change after which a snapshot is due.
        package var quiet: Duration
        /// The same where all that happened was deletion: often the first half of a replacement.
        package var deleteQuiet: Duration
        /// Time after the first unsaved change at which a snapshot is due, quiet or not.
        package var maxWait: Duration
        /// Least time from the start of one snapshot to the start of the next.
        package var minInterval: Duration

        /// Makes a timing of its four lengths.
        package init(
            quiet: Duration, deleteQuiet: Duration, maxWait: Duration, minInterval: Duration
        ) {
            self.quiet = quiet
            self.deleteQuiet = deleteQuiet
            self.maxWait = maxWait
            self.minInterval = minInterval
        }
    }

    /// Something that happened.
    package enum Event: Hashable, Sendable {
        /// Something relevant changed in the tree.
        case changed(deletesOnly: Bool)
        /// A snapshot's sync point: all changes told until now are in it, later ones are not.
        case snapshotStarted
        /// The snapshot is durable, or failed.
        case snapshotFinished(cost: Duration, succeeded: Bool)
        /// Every change that was told until this moment is in a durable snapshot, though it was told late.
        case saved(until: MonotonicInstant)
        /// Nothing but that time passed.
        case tick
        /// Somebody wants a snapshot now, changed or not.
        case requested
    }

    /// What to do.
    package enum Action: Hashable, Sendable {
        case none, takeSnapshot
    }

    private struct Window: Hashable {
        var first: MonotonicInstant
        var last: MonotonicInstant
        var deletesOnly: Bool
    }

    private enum Phase: Hashable {
        case idle
        /// A snapshot was asked for and has not reached its sync point.
        case asked
        case running
    }

    /// A snapshot may take this share of the time: one part of so many.
    private static let costShare = 4
    private static let shortestBackOff = Duration.seconds(1)
    private static let longestBackOff = Duration.seconds(300)

    private let timing: Timing
    private var phase = Phase.idle
    private var unsaved: Window?
    private var inFlight: Window?
    private var isRequested = false
    private var started: MonotonicInstant?
    private var notBefore: MonotonicInstant?
    private var failures = 0

    /// Makes a settler that knows of no change.
    package init(_ timing: Timing) {
        self.timing = timing
    }

    /// Takes in what happened at `now` and says what to do.
    package mutating func handle(_ event: Event, at now: MonotonicInstant) -> Action {
        switch event {
        case .changed(let deletesOnly): change(deletesOnly, at: now)
        case .snapshotStarted: start(at: now)
        case .snapshotFinished(let cost, let succeeded):
            finish(cost: cost, succeeded: succeeded, at: now)
        case .saved(let moment):
            if let window = unsaved, window.last <= moment { unsaved = nil }
        case .requested: isRequested = true
        case .tick: break
        }
        guard phase == .idle, isRequested || deadline.map({ $0 <= now }) == true else {
            return .none
        }
        phase = .asked
        return .takeSnapshot
    }

    /// When to say `.tick`, `nil` if only another event can make a snapshot due.
    package var deadline: MonotonicInstant? {
        guard phase == .idle, let unsaved else { return nil }
        let quiet = unsaved.deletesOnly ? max(timing.quiet, timing.deleteQuiet) : timing.quiet
        let due = min(unsaved.last + quiet, unsaved.first + timing.maxWait)
        return max(due, notBefore ?? due)
    }

    /// When the oldest change happened that no durable snapshot holds.
    package var oldestUnsaved: MonotonicInstant? {
        inFlight?.first ?? unsaved?.first
    }

    private mutating func change(_ deletesOnly: Bool, at now: MonotonicInstant) {
        var window = unsaved ?? Window(first: now, last: now, deletesOnly: true)
        window.last = max(window.last, now)
        window.deletesOnly = window.deletesOnly && deletesOnly
        unsaved = window
    }

    private mutating func start(at now: MonotonicInstant) {
        if inFlight == nil { inFlight = unsaved } else { mergeBack() }
        unsaved = nil
        phase = .running
        isRequested = false
        started = now
    }

    private mutating func finish(cost: Duration, succeeded: Bool, at now: MonotonicInstant) {
        // A request that never came to a sync point is answered by its failure.
        if phase == .asked { isRequested = false }
        phase = .idle
        guard succeeded else {
            mergeBack()
            unsaved = inFlight ?? unsaved
            inFlight = nil
            failures += 1
            notBefore = now + backOff
            return
        }
        inFlight = nil
        failures = 0
        notBefore = (started ?? now) + max(timing.minInterval, cost * Self.costShare)
    }

    /// Puts the changes of a window that no snapshot saved before those that came later.
    private mutating func mergeBack() {
        guard var window = inFlight, let later = unsaved else { return }
        window.last = later.last
        window.deletesOnly = window.deletesOnly && later.deletesOnly
        inFlight = window
    }

    private var backOff: Duration {
        let doubled = max(timing.quiet, Self.shortestBackOff) * (1 << min(failures - 1, 10))
        return min(doubled, max(timing.maxWait, Self.longestBackOff))
    }
}
