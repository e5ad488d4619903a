internal import ControlProtocol
internal import SnapshotModel

/// What `du` looks like: a row for each snapshot, and what the whole store takes.
struct UsageRendering: Sendable {
    let report: UsageReport
    let screen: Screen
    let context: ReadingContext

    /// The lines of the answer.
    var rendering: Rendering {
        var rendering = Rendering()
        let several = report.datasets.count > 1
        for dataset in report.datasets {
            if screen.isTerminal {
                rendering.answer.append(
                    OutputLine(
                        KeepSentence.usageHeading([
                            "dataset": dataset.dataset, "bytes": context.size(dataset.bytes),
                        ])))
            }
            rendering.answer += table(dataset, named: several && !screen.isTerminal)
        }
        if screen.isTerminal, report.datasets.contains(where: { !$0.snapshots.isEmpty }) {
            rendering.conversation = [KeepSentence.usageLegend, .usageNewest].map {
                OutputLine($0(), overflow: .wrap(indent: 2))
            }
        }
        return rendering
    }

    private func table(_ dataset: UsedDataset, named isNamed: Bool) -> [OutputLine] {
        var columns = [
            TableColumn(title: "NO", isNumber: true), TableColumn(title: "TIME"),
            TableColumn(title: "AGE", isNumber: true, vanishes: 1),
            TableColumn(title: "FREES ALONE", isNumber: true),
            TableColumn(title: "FREES WITH ALL OLDER", isNumber: true),
        ]
        if isNamed { columns.insert(TableColumn(title: "DATASET"), at: 0) }
        let rows = dataset.snapshots.map { snapshot in
            let cells = [
                "\(snapshot.number)", context.minute(snapshot.created),
                context.age(snapshot.created), context.size(snapshot.alone),
                context.size(snapshot.withOlder),
            ]
            return ((isNamed ? [dataset.dataset] : []) + cells).map { [StyledText($0)] }
        }
        return TextTable(columns: columns, rows: rows)
            .lines(columns: screen.columns, heading: screen.isTerminal)
    }
}
