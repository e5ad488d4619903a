package import SnapshotModel

/// The answer to `restore`.
package struct RestoreReport: Codable, Sendable, Hashable {
    /// The version of this shape.
    package var format: Int = 1
    /// The dataset's name.
    package var dataset: String
    /// The snapshot's number.
    package var snapshot: Int
    /// Where files were or would be put; what is not UTF-8 in it is U+FFFD.
    package var target: String
    /// The true bytes of the target in base64, if `target` is not them.
    package var targetBase64: String?
    /// Whether nothing was changed because only a preview was asked for.
    package var dryRun: Bool
    /// What was to be done.
    package var plan: RestoreAmounts
    /// What was done.
    package var done: RestoreAmounts
    /// What could not be done as planned.
    package var failed: [RestoreFailure]
    /// The snapshot of what was overwritten.
    package var safety: Int?
    /// When the snapshot was taken.
    package var created: ReportTime
    /// The first few files that would be overwritten though they changed after the snapshot.
    package var newer: [NewerFile]
    /// Files of the target that are not in the snapshot and stay.
    package var extra: Int
    /// Directories that are made, set right or removed.
    package var directories: Int
    /// Bytes that the restore needs on the target's disk.
    package var needed: Int64
    /// Bytes that are free there.
    package var free: Int64?
    /// What the snapshot holds but restore does not put back.
    package var notes: [String]
    /// Seconds that it took.
    package var duration: Double

    private enum CodingKeys: String, CodingKey {
        case format, dataset, snapshot, target
        case targetBase64 = "target_base64"
        case dryRun = "dry_run"
        case plan, done, failed, safety, created, newer, extra, directories, needed, free, notes,
            duration
    }

    /// Makes the value from its parts.
    package init(
        dataset: String, snapshot: Int, target: BytePath, dryRun: Bool, plan: RestoreAmounts,
        done: RestoreAmounts = RestoreAmounts(), failed: [RestoreFailure] = [], safety: Int? = nil,
        created: ReportTime, newer: [NewerFile] = [], extra: Int = 0,
        directories: Int = 0, needed: Int64 = 0,
        free: Int64? = nil, notes: [String] = [], duration: Double = 0
    ) {
        self.dataset = dataset
        self.snapshot = snapshot
        let name = NameText(target.bytes)
        self.target = name.text
        targetBase64 = name.base64
        self.dryRun = dryRun
        self.plan = plan
        self.done = done
        self.failed = failed
        self.safety = safety
        self.created = created
        self.newer = newer
        self.extra = extra
        self.directories = directories
        self.needed = needed
        self.free = free
        self.notes = notes
        self.duration = duration
    }

    /// The true bytes of the target's path.
    package var targetPath: BytePath {
        BytePath(NameText.bytes(text: target, base64: targetBase64))
    }
}
