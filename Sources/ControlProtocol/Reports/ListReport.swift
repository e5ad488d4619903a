/// The answer to `list`.
package struct ListReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset, if the answer is about one.
    package var dataset: String?
    /// The snapshots, oldest first, datasets one after another.
    package var snapshots: [SnapshotItem]
    /// The datasets that were looked at, those without snapshots too.
    package var datasets: [ListedDataset]

    /// Makes the value from its parts.
    package init(dataset: String? = nil, snapshots: [SnapshotItem], datasets: [ListedDataset]) {
        self.dataset = dataset
        self.snapshots = snapshots
        self.datasets = datasets
    }
}

/// What the heading of a dataset's list says.
package struct ListedDataset: Codable, Sendable, Hashable {
    /// The dataset's name.
    package var dataset: String
    /// The directory that it saves.
    package var root: String
    /// How many snapshots it has, whatever part of them was asked for.
    package var snapshots: Int
    /// How many files the size limit keeps out of the newest snapshot.
    package var tooLarge: Int
    /// How far a snapshot is that is being taken now.
    package var underWay: ProgressReport?

    private enum CodingKeys: String, CodingKey {
        case dataset, root, snapshots
        case tooLarge = "too_large"
        case underWay = "under_way"
    }

    /// Makes the value from its parts.
    package init(
        dataset: String, root: String, snapshots: Int, tooLarge: Int,
        underWay: ProgressReport? = nil
    ) {
        self.dataset = dataset
        self.root = root
        self.snapshots = snapshots
        self.tooLarge = tooLarge
        self.underWay = underWay
    }
}
