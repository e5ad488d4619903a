internal import LinuxSystem
package import SnapshotModel

/// Passes what happens on to whoever follows, and remembers the latest of it.
package final class EventFeed: Sendable {
    private struct State {
        var recent: [EventReport] = []
        var next = 0
        var subscriptions: [Int: EventSubscription] = [:]
    }

    private let state = Monitor(State())
    private let history: Int

    /// Makes a feed that remembers `history` events.
    package init(history: Int = 512) {
        self.history = history
    }

    /// Tells everybody who follows; waits for nobody.
    package func publish(_ event: EventReport) {
        let subscriptions = state.update { state in
            state.recent.append(event)
            if state.recent.count > history {
                state.recent.removeFirst(state.recent.count - history)
            }
            return Array(state.subscriptions.values)
        }
        for subscription in subscriptions { subscription.offer(event) }
    }

    /// Follows the feed from now on, in one step with what it remembers.
    package func subscribe(capacity: Int = 512) -> (past: [EventReport], EventSubscription) {
        state.update { state in
            state.next += 1
            let number = state.next
            let subscription = EventSubscription(capacity: capacity) { [weak self] in
                self?.state.update { $0.subscriptions[number] = nil }
            }
            state.subscriptions[number] = subscription
            return (state.recent, subscription)
        }
    }

    /// How many follow.
    package var followers: Int { state.read { $0.subscriptions.count } }

    /// Answers `events`: sends past events and, if asked, those to come until the call is cancelled.
    package func serve(
        _ parameters: EventsParameters, context: CallContext
    ) throws(UserError) -> Reply {
        let (past, subscription) = subscribe()
        defer { subscription.close() }
        context.whenCancelled { subscription.close() }
        let dataset = parameters.scope.dataset
        func isWanted(_ event: EventReport) -> Bool {
            dataset == nil || event.dataset == nil || event.dataset == dataset
        }
        var count = 0
        for event in past.filter(isWanted).suffix(parameters.last ?? history) {
            try context.emit(event: event)
            count += 1
        }
        while parameters.follow, let event = subscription.next() {
            guard isWanted(event) else { continue }
            try context.emit(event: event)
            count += 1
        }
        return Reply(EventsReport(count: count, lost: subscription.lost))
    }
}
