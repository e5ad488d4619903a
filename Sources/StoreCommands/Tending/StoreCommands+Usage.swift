package import ControlProtocol
package import SnapshotModel
internal import SnapshotStore

extension StoreCommands {
    /// Adds up what each kept snapshot takes on the disk.
    package func usage(_ parameters: UsageParameters) throws(UserError) -> UsageReport {
        let usage = try store.usage(progress: progress)
        let records = Dictionary(
            store.snapshots.map { ($0.number, $0.record) }, uniquingKeysWith: { first, _ in first })
        let snapshots = usage.snapshots.compactMap { snapshot in
            records[snapshot.number].map { record in
                UsedSnapshot(
                    number: snapshot.number, alone: snapshot.alone, withOlder: snapshot.withOlder,
                    created: created(record))
            }
        }
        return UsageReport(
            dataset: dataset,
            datasets: [UsedDataset(dataset: dataset, bytes: usage.bytes, snapshots: snapshots)])
    }
}

extension UsageReport {
    /// The usages of several datasets as one.
    package init(merging reports: [UsageReport]) {
        self.init(
            dataset: reports.count == 1 ? reports[0].dataset : nil,
            datasets: reports.flatMap(\.datasets))
    }
}
