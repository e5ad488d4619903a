/// The answer to `show`.
package struct ShowReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset's name.
    package var dataset: String
    /// The snapshot.
    package var snapshot: ShownSnapshot

    /// Makes the value from its parts.
    package init(dataset: String, snapshot: ShownSnapshot) {
        self.dataset = dataset
        self.snapshot = snapshot
    }
}

/// One reason for which retention keeps a snapshot.
package struct KeptBy: Codable, Sendable, Hashable {
    /// The rule, such as `daily`.
    package var rule: String
    /// The bucket of the rule that the snapshot fills, such as `2026-11-29`.
    package var bucket: String?
    /// Which of the rule's places it takes, from 1.
    package var position: Int?
    /// How many places the rule has.
    package var of: Int?

    /// Makes the value from its parts.
    package init(rule: String, bucket: String? = nil, position: Int? = nil, of: Int? = nil) {
        self.rule = rule
        self.bucket = bucket
        self.position = position
        self.of = of
    }
}
