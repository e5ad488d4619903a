/// A rule that speaks for keeping a snapshot, or one by which another took its place.
package struct RetentionReason: Codable, Hashable, Sendable {
    /// The rule: `last`, `hourly` to `yearly`, `within`, `pinned`, `oldest`, `newest`,
    /// `newest-whole`, `future`.
    package var rule: String
    /// The hour, day, week, month or year, of rules that have one.
    package var bucket: String?
    /// Which of the rule's places the snapshot has, from 1 for the newest.
    package var position: Int?
    /// How many places the rule has.
    package var of: Int?

    /// Makes a reason; rules without buckets or places leave these out.
    package init(rule: String, bucket: String? = nil, position: Int? = nil, of: Int? = nil) {
        self.rule = rule
        self.bucket = bucket
        self.position = position
        self.of = of
    }
}

/// Whether a snapshot stays, and why.
package struct RetentionDecision: Hashable, Sendable {
    /// The snapshot's number.
    package var number: Int
    /// Whether it stays.
    package var keep: Bool
    /// All rules that keep it; of an expired one those by which another took its place.
    package var reasons: [RetentionReason]
    /// The number of the one that took an expired one's place, if one did.
    package var takenBy: Int?
    /// The reasons in words, the weaker ones left out.
    package var explanation: String

    /// Makes a decision with its reasons.
    package init(
        number: Int, keep: Bool, reasons: [RetentionReason], takenBy: Int?, explanation: String
    ) {
        self.number = number
        self.keep = keep
        self.reasons = reasons
        self.takenBy = takenBy
        self.explanation = explanation
    }
}
