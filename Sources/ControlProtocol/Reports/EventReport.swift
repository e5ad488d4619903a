/// What kind of thing happened.
package enum EventKind: String, Codable, Sendable, Hashable, CaseIterable {
    case change, snapshot, restore, expired, deleted, undeleted, pinned, verify, sweep, alarm
    /// An alarm's end.
    case over
    case reload
}

/// Something that happened.
package struct EventReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset that it happened to.
    package var dataset: String?
    /// When.
    package var time: ReportTime
    /// What kind of thing it is.
    package var event: EventKind
    /// The snapshot that it is about.
    package var snapshot: Int?
    /// What happened, in words.
    package var detail: String

    /// Makes the value from its parts.
    package init(
        dataset: String? = nil, time: ReportTime, event: EventKind, snapshot: Int? = nil,
        detail: String
    ) {
        self.dataset = dataset
        self.time = time
        self.event = event
        self.snapshot = snapshot
        self.detail = detail
    }
}

/// What ends a stream of events.
package struct EventsReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// How many events were sent.
    package var count: Int
    /// How many were left out because the reader was slower than they came.
    package var lost: Int

    /// Makes the value from its parts.
    package init(count: Int, lost: Int = 0) {
        self.count = count
        self.lost = lost
    }
}
