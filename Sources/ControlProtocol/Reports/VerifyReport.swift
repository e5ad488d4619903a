/// The answer to `verify`.
package struct VerifyReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset, if the answer is about one.
    package var dataset: String?
    /// What was found in each dataset.
    package var datasets: [VerifiedDataset]

    /// Makes the value from its parts.
    package init(dataset: String? = nil, datasets: [VerifiedDataset]) {
        self.dataset = dataset
        self.datasets = datasets
    }
}

/// What verifying found in one dataset.
package struct VerifiedDataset: Codable, Sendable, Hashable {
    /// The dataset's name.
    package var dataset: String
    /// Whether nothing is damaged.
    package var ok: Bool
    /// How many snapshots were looked at.
    package var snapshots: Int
    /// Bytes of content that were read and compared with their hashes.
    package var bytesRead: Int64
    /// What is damaged.
    package var damage: [DamageReport]
    /// Directories that were checked.
    package var trees: Int
    /// What a repair found to be lost for good: nothing new.
    package var known: [DamageReport]
    /// Seconds that it took.
    package var duration: Double

    private enum CodingKeys: String, CodingKey {
        case dataset, ok, snapshots
        case bytesRead = "bytes_read"
        case damage, trees, known, duration
    }

    /// Makes the value from its parts.
    package init(
        dataset: String, ok: Bool, snapshots: Int, bytesRead: Int64, damage: [DamageReport],
        trees: Int = 0, known: [DamageReport] = [], duration: Double = 0
    ) {
        self.dataset = dataset
        self.ok = ok
        self.snapshots = snapshots
        self.bytesRead = bytesRead
        self.damage = damage
        self.trees = trees
        self.known = known
        self.duration = duration
    }
}
