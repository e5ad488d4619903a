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
    /// Whether this call changed anything; `nil` from an agent that does not say.
    package var changed: Bool?
    /// What it lacks or cannot vouch for, and what the size limit left out.
    package var missingItems: [MissingReport]
    /// The label that it had before this call.
    package var labelBefore: String?
    /// The numbers of other kept snapshots that have its label too; `nil` from an agent that does not say.
    package var labelAlso: [Int]?

    private enum CodingKeys: String, CodingKey {
        case format, dataset, snapshot, created, changed
        case missingItems = "missing_items"
        case labelBefore = "label_before"
        case labelAlso = "label_also"
    }

    /// Makes the value from its parts.
    package init(
        dataset: String, snapshot: SnapshotItem, created: Bool = false, changed: Bool = true,
        missingItems: [MissingReport] = [], labelBefore: String? = nil, labelAlso: [Int] = []
    ) {
        self.dataset = dataset
        self.snapshot = snapshot
        self.created = created
        self.changed = changed
        self.missingItems = missingItems
        self.labelBefore = labelBefore
        self.labelAlso = labelAlso
    }
}
