/// What becomes of a snapshot.
package enum Decision: String, Codable, Sendable, Hashable, CaseIterable {
    case keep, expire
}

/// What pruning decides about one snapshot, and why.
package struct DecisionReport: Codable, Sendable, Hashable {
    /// The snapshot's number.
    package var number: Int
    /// Whether it stays.
    package var decision: Decision
    /// The rules that keep it.
    package var why: [KeptBy]
    /// The snapshot that took its place in the buckets it could have filled.
    package var takenBy: Int?
    /// The dataset's name.
    package var dataset: String
    /// When it was taken.
    package var created: ReportTime
    /// The reasons in words.
    package var explanation: String

    private enum CodingKeys: String, CodingKey {
        case number, decision, why
        case takenBy = "taken_by"
        case dataset, created, explanation
    }

    /// Makes the value from its parts.
    package init(
        number: Int, decision: Decision, why: [KeptBy], takenBy: Int? = nil, dataset: String,
        created: ReportTime, explanation: String
    ) {
        self.number = number
        self.decision = decision
        self.why = why
        self.takenBy = takenBy
        self.dataset = dataset
        self.created = created
        self.explanation = explanation
    }
}
