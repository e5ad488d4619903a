/// The answer to `rows`: what `list` prints, without what only its JSON has.
package struct RowsReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The datasets that were looked at, those without snapshots too.
    package var datasets: [DatasetRows]

    /// Makes the value from its parts.
    package init(datasets: [DatasetRows]) {
        self.datasets = datasets
    }
}

/// The snapshots of one dataset, a row each.
package struct DatasetRows: Codable, Sendable, Hashable {
    /// What the heading says.
    package var heading: ListedDataset
    /// The snapshots, oldest first.
    package var rows: [SnapshotRow]

    /// Makes the value from its parts.
    package init(heading: ListedDataset, rows: [SnapshotRow]) {
        self.heading = heading
        self.rows = rows
    }
}
