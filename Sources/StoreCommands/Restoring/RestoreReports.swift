internal import ControlProtocol
internal import Restoring
internal import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// How many newer files a preview names.
    private static let namedNewer = 20

    /// The preview of a plan.
    func preview(_ plan: RestorePlan, of view: SnapshotView, dryRun: Bool) -> RestoreReport {
        let newer = plan.newer.filter { !$0.isKept }.prefix(Self.namedNewer).map { file in
            let offset = zone.civilTime(at: file.modified.seconds).utcOffset
            return ControlProtocol.NewerFile(
                path: file.path, mtime: ReportTime(file.modified, utcOffset: offset))
        }
        return RestoreReport(
            dataset: dataset, snapshot: view.snapshot.number, target: plan.target, dryRun: dryRun,
            plan: RestoreAmounts(plan.counts),
            failed: plan.problems.map { ControlProtocol.RestoreFailure($0) },
            created: created(view.record), newer: newer, extra: plan.extras.files,
            directories: plan.changedDirectories,
            needed: plan.needs, free: plan.free)
    }
}

extension RestorePlan {
    /// Directories that are made, set right or removed, the target itself included.
    fileprivate var changedDirectories: Int {
        items.count { $0.entry.kind == .directory && $0.action != .same }
            + deletions.count { $0.kind == .directory } + (targetState == .missing ? 1 : 0)
            + (adjustsRoot ? 1 : 0)
    }
}

extension Amount {
    init(_ tally: RestoreTally) {
        self.init(files: tally.files, bytes: tally.bytes)
    }
}

extension RestoreAmounts {
    init(_ counts: RestoreCounts) {
        self.init(
            create: Amount(counts.create), overwrite: Amount(counts.overwrite),
            overwriteNewer: Amount(counts.overwriteNewer), delete: Amount(counts.delete),
            same: Amount(counts.same), adjust: Amount(counts.adjust),
            keptNewer: Amount(counts.keptNewer))
    }

    /// What was done, the newer files told apart by the plan.
    init(_ summary: RestoreSummary, of plan: RestorePlan) {
        let failed = Set(summary.failed.filter { $0.code.isLoss }.map(\.path))
        let newer = Set(plan.newer.filter { !$0.isKept && !failed.contains($0.path) }.map(\.path))
        var overwrittenNewer = Amount()
        if !newer.isEmpty {
            for item in plan.items where newer.contains(item.path) && item.action == .overwrite {
                overwrittenNewer =
                    overwrittenNewer + Amount(files: 1, bytes: max(0, item.entry.size))
            }
        }
        let overwritten = Amount(summary.overwritten)
        self.init(
            create: Amount(summary.created),
            overwrite: Amount(
                files: max(0, overwritten.files - overwrittenNewer.files),
                bytes: max(0, overwritten.bytes - overwrittenNewer.bytes)),
            overwriteNewer: overwrittenNewer, delete: Amount(summary.deleted),
            same: Amount(summary.same), adjust: Amount(summary.adjusted),
            keptNewer: Amount(plan.counts.keptNewer))
    }
}

extension ControlProtocol.RestoreFailure {
    init(_ failure: Restoring.RestoreFailure) {
        self.init(path: failure.path, code: failure.code.rawValue, message: failure.message)
    }
}
