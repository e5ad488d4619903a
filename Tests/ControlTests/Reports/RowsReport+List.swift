import ControlProtocol

extension RowsReport {
    /// The rows of a list, as an agent would answer.
    init(_ list: ListReport) {
        self.init(
            datasets: list.datasets.map { heading in
                DatasetRows(
                    heading: heading,
                    rows: list.snapshots.filter { $0.dataset == heading.dataset }
                        .map { SnapshotRow($0) })
            })
    }
}
