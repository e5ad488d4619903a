internal import LinuxSystem

/// What waits for one follower of a feed: the newest events, in bounded memory.
package final class EventSubscription: Sendable {
    private struct State {
        var events: [EventReport] = []
        var lost = 0
        var isClosed = false
    }

    private let state = Monitor(State())
    private let capacity: Int
    private let end: @Sendable () -> Void

    /// Makes a place for `capacity` events; `end` is called when nobody follows any more.
    init(capacity: Int, end: @escaping @Sendable () -> Void) {
        self.capacity = capacity
        self.end = end
    }

    /// Takes an event in, in place of the oldest if the follower is slow.
    func offer(_ event: EventReport) {
        state.update { state in
            guard !state.isClosed else { return }
            if state.events.count == capacity {
                state.events.removeFirst()
                state.lost += 1
            }
            state.events.append(event)
        }
    }

    /// The next event, once there is one; `nil` after ``close()``.
    package func next() -> EventReport? {
        let next: EventReport?? = state.wait { state in
            if state.isClosed { return .some(nil) }
            return state.events.isEmpty ? nil : .some(state.events.removeFirst())
        }
        return next ?? nil
    }

    /// How many events were left out.
    package var lost: Int { state.read { $0.lost } }

    /// Ends the subscription and wakes who waits for it.
    package func close() {
        let wasOpen = state.update { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if wasOpen { end() }
    }
}
