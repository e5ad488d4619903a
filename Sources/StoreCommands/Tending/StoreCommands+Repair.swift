package import ControlProtocol
internal import LinuxSystem
package import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// Mends what is damaged, or says what it would do; `retake` saves anew what the directory still has.
    package func repair(
        _ parameters: RepairParameters, retake: () throws(UserError) -> Void
    ) throws(UserError) -> RepairReport {
        let start = MonotonicInstant.now
        let outcome = try store.repair(
            RepairOptions(isDryRun: parameters.dryRun), progress: progress, retake: retake)
        return RepairReport(
            dataset: dataset, dryRun: parameters.dryRun,
            datasets: [
                RepairedDataset(
                    outcome, dataset: dataset, dryRun: parameters.dryRun,
                    duration: Self.seconds(since: start))
            ])
    }
}

extension RepairedDataset {
    /// The report of a repair of one store.
    fileprivate init(_ outcome: RepairOutcome, dataset: String, dryRun: Bool, duration: Double) {
        self.init(
            dataset: dataset,
            ok: outcome.isMended
                && !(dryRun && !(outcome.items + outcome.renamed).isEmpty),
            snapshots: outcome.snapshots,
            bytesRead: outcome.bytesRead,
            items: (outcome.renamed + outcome.items).map { RepairedItem($0) },
            mended: (outcome.mended + outcome.rewritten).map {
                String(decoding: $0, as: UTF8.self)
            },
            lost: outcome.lost.sorted { $0.key < $1.key }.map { number, items in
                LossReport(
                    snapshot: number, missing: items.map { MissingReport($0.missing) })
            },
            known: outcome.known.map { DamageReport($0) },
            left: outcome.left.map { DamageReport($0) },
            untaken: outcome.untaken?.message, duration: duration)
    }
}

extension RepairedItem {
    /// The report of one thing that was damaged.
    fileprivate init(_ item: RepairedDamage) {
        let action: RepairAction =
            switch item.action {
            case .mended: .mended
            case .taken: .taken
            case .lost: .lost
            case .left: .left
            }
        self.init(action: action, damage: DamageReport(item.found))
    }
}

extension RepairReport {
    /// What was done in several datasets as one answer.
    package init(merging reports: [RepairReport]) {
        self.init(
            dataset: reports.count == 1 ? reports[0].dataset : nil,
            dryRun: reports.contains { $0.dryRun }, datasets: reports.flatMap(\.datasets))
    }
}
