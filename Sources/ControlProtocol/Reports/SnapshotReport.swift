/// The answer to `snapshot`, `pin`, `unpin`, `label`, `delete` and `undelete`.
package struct SnapshotReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset's name.
    package var dataset: String
    /// The snapshot as it is now.
    package var snapshot: SnapshotItem
    /// Whether it was taken by this call.
    package var created: Bool
    /// What it lacks or cannot vouch for, and what the size limit left out.
    package var missingItems: [MissingReport]
    /// The label that it had before this call.
    package var labelBefore: String?

    private enum CodingKeys: String, CodingKey {
        case format, dataset, snapshot, created
        case missingItems = "missing_items"
        case labelBefore = "label_before"
    }

    /// Makes the value from its parts.
    package init(
        dataset: String, snapshot: SnapshotItem, created: Bool = false,
        missingItems: [MissingReport] = [], labelBefore: String? = nil
    ) {
        self.dataset = dataset
        self.snapshot = snapshot
        self.created = created
        self.missingItems = missingItems
        self.labelBefore = labelBefore
    }
}
