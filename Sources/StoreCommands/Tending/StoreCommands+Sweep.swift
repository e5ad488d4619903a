package import ControlProtocol
internal import LinuxSystem
package import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// Removes what no snapshot needs, and with `now` packs what is kept as small as it gets.
    package func sweep(_ parameters: SweepParameters) throws(UserError) -> SweepReport {
        let start = MonotonicInstant.now
        var options = SweepOptions.now
        options.recompresses = parameters.now
        options.isThorough = parameters.now
        let outcome = try store.sweep(options, progress: progress)
        return SweepReport(
            dataset: dataset,
            datasets: [
                SweptDataset(outcome, dataset: dataset, duration: Self.seconds(since: start))
            ])
    }
}

extension SweptDataset {
    /// The report of a sweep of one store.
    fileprivate init(_ outcome: SweepOutcome, dataset: String, duration: Double) {
        self.init(
            dataset: dataset, removed: outcome.removed, freed: outcome.freed - outcome.written,
            carried: outcome.carried, written: outcome.written,
            recompressed: outcome.recompressed, saved: outcome.saved, damaged: outcome.damaged,
            brake: outcome.brake?.reason, do: outcome.brake?.remedy, duration: duration)
    }
}

extension SweepReport {
    /// What was done in several datasets as one answer.
    package init(merging reports: [SweepReport]) {
        self.init(
            dataset: reports.count == 1 ? reports[0].dataset : nil,
            datasets: reports.flatMap(\.datasets))
    }
}
