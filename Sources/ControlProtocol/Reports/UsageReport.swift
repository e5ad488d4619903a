/// The answer to `du`.
package struct UsageReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset, if the answer is about one.
    package var dataset: String?
    /// What each dataset's store takes.
    package var datasets: [UsedDataset]

    /// Makes the value from its parts.
    package init(dataset: String? = nil, datasets: [UsedDataset]) {
        self.dataset = dataset
        self.datasets = datasets
    }
}

/// What one dataset's store takes on the disk.
package struct UsedDataset: Codable, Sendable, Hashable {
    /// The dataset's name.
    package var dataset: String
    /// Bytes on the disk of all its zips.
    package var bytes: Int64
    /// The kept snapshots, oldest first.
    package var snapshots: [UsedSnapshot]

    /// Makes the value from its parts.
    package init(dataset: String, bytes: Int64, snapshots: [UsedSnapshot]) {
        self.dataset = dataset
        self.bytes = bytes
        self.snapshots = snapshots
    }
}

/// What one snapshot takes on the disk.
package struct UsedSnapshot: Codable, Sendable, Hashable {
    /// The snapshot's number.
    package var number: Int
    /// Bytes that would be free if it alone went.
    package var alone: Int64
    /// Bytes that would be free if it and all older ones went.
    package var withOlder: Int64
    /// When it was taken.
    package var created: ReportTime

    private enum CodingKeys: String, CodingKey {
        case number, alone
        case withOlder = "with_older"
        case created
    }

    /// Makes the value from its parts.
    package init(number: Int, alone: Int64, withOlder: Int64, created: ReportTime) {
        self.number = number
        self.alone = alone
        self.withOlder = withOlder
        self.created = created
    }
}
