/// The answer to `repair`.
package struct RepairReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset, if the answer is about one.
    package var dataset: String?
    /// Whether nothing was changed.
    package var dryRun: Bool
    /// What was done in each dataset.
    package var datasets: [RepairedDataset]

    private enum CodingKeys: String, CodingKey {
        case format, dataset
        case dryRun = "dry_run"
        case datasets
    }

    /// Makes the value from its parts.
    package init(dataset: String? = nil, dryRun: Bool, datasets: [RepairedDataset]) {
        self.dataset = dataset
        self.dryRun = dryRun
        self.datasets = datasets
    }
}

/// What became, or would become, of damage.
package enum RepairAction: String, Codable, Sendable, Hashable, CaseIterable {
    /// A good copy is in its place again.
    case mended
    /// It was read from the directory again.
    case taken
    /// Nothing has it any more: the snapshots that show it are marked.
    case lost
    /// It is as damaged as before.
    case left
}

/// One thing that was damaged, and what became of it.
package struct RepairedItem: Codable, Sendable, Hashable {
    /// What became of it.
    package var action: RepairAction
    /// What was found.
    package var damage: DamageReport

    /// Makes the value from its parts.
    package init(action: RepairAction, damage: DamageReport) {
        self.action = action
        self.damage = damage
    }
}

/// What a snapshot lacks for good.
package struct LossReport: Codable, Sendable, Hashable {
    /// The snapshot's number.
    package var snapshot: Int
    /// The paths that it lacks.
    package var missing: [MissingReport]

    /// Makes the value from its parts.
    package init(snapshot: Int, missing: [MissingReport]) {
        self.snapshot = snapshot
        self.missing = missing
    }
}

/// What repairing did to one dataset.
package struct RepairedDataset: Codable, Sendable, Hashable {
    /// The dataset's name.
    package var dataset: String
    /// Whether everything that was found damaged is whole now; of a dry run, whether nothing was found.
    package var ok: Bool
    /// How many snapshots were looked at.
    package var snapshots: Int
    /// Bytes of content that were read and compared with their hashes to find out.
    package var bytesRead: Int64
    /// What was damaged, and what became of it.
    package var items: [RepairedItem]
    /// The names of the files that were made anew, or would be.
    package var mended: [String]
    /// What is lost for good and was not known to be.
    package var lost: [LossReport]
    /// What was known to be lost before.
    package var known: [DamageReport]
    /// What is still damaged.
    package var left: [DamageReport]
    /// Why the directory could not be read again, if it could not.
    package var untaken: String?
    /// Seconds that it took.
    package var duration: Double

    private enum CodingKeys: String, CodingKey {
        case dataset, ok, snapshots
        case bytesRead = "bytes_read"
        case items, mended, lost, known, left, untaken, duration
    }

    /// Makes the value from its parts.
    package init(
        dataset: String, ok: Bool, snapshots: Int, bytesRead: Int64, items: [RepairedItem] = [],
        mended: [String] = [], lost: [LossReport] = [], known: [DamageReport] = [],
        left: [DamageReport] = [], untaken: String? = nil, duration: Double = 0
    ) {
        self.dataset = dataset
        self.ok = ok
        self.snapshots = snapshots
        self.bytesRead = bytesRead
        self.items = items
        self.mended = mended
        self.lost = lost
        self.known = known
        self.left = left
        self.untaken = untaken
        self.duration = duration
    }
}
