/// The answer to `prune`.
package struct PruneReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset, if the answer is about one.
    package var dataset: String?
    /// Whether nothing was changed because only a preview was asked for.
    package var dryRun: Bool
    /// The dataset's policy, if the answer is about one.
    package var policy: PolicyReport?
    /// What becomes of each snapshot, oldest first.
    package var decisions: [DecisionReport]
    /// Bytes that go once the grace time is over.
    package var freed: Int64
    /// The same, summed up for each dataset.
    package var datasets: [PrunedDataset]

    private enum CodingKeys: String, CodingKey {
        case format, dataset
        case dryRun = "dry_run"
        case policy, decisions, freed, datasets
    }

    /// Makes the value from its parts.
    package init(
        dataset: String? = nil, dryRun: Bool, policy: PolicyReport? = nil,
        decisions: [DecisionReport], freed: Int64, datasets: [PrunedDataset]
    ) {
        self.dataset = dataset
        self.dryRun = dryRun
        self.policy = policy
        self.decisions = decisions
        self.freed = freed
        self.datasets = datasets
    }
}

/// What pruning does to one dataset.
package struct PrunedDataset: Codable, Sendable, Hashable {
    /// The dataset's name.
    package var dataset: String
    /// What it keeps.
    package var policy: PolicyReport
    /// How many snapshots stay.
    package var kept: Int
    /// How many expire.
    package var expired: Int
    /// Bytes that go once the grace time is over.
    package var freed: Int64
    /// The grace time in seconds.
    package var grace: Int
    /// When what expired now goes for good.
    package var expires: ReportTime?

    /// Makes the value from its parts.
    package init(
        dataset: String, policy: PolicyReport, kept: Int, expired: Int, freed: Int64, grace: Int,
        expires: ReportTime? = nil
    ) {
        self.dataset = dataset
        self.policy = policy
        self.kept = kept
        self.expired = expired
        self.freed = freed
        self.grace = grace
        self.expires = expires
    }
}
