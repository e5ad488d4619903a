internal import ControlProtocol
internal import SnapshotModel

/// What `list` looks like: the newest at the prompt, one snapshot a line.
struct ListRendering: Sendable {
    let report: RowsReport
    let isLong: Bool
    let screen: Screen
    let context: ReadingContext

    /// The table, blocks with headings on a terminal, rows only elsewhere.
    var rendering: Rendering {
        var rendering = Rendering()
        for dataset in report.datasets {
            if dataset.rows.isEmpty {
                rendering.conversation.append(OutputLine(emptyLine(dataset.heading)))
            } else if screen.isTerminal {
                if !rendering.answer.isEmpty { rendering.answer.append(OutputLine("")) }
                rendering.answer.append(heading(dataset.heading))
                rendering.answer += table([dataset], showsDataset: false)
            }
        }
        if !screen.isTerminal {
            rendering.answer = table(report.datasets, showsDataset: report.datasets.count > 1)
        }
        return rendering
    }

    private func emptyLine(_ dataset: ListedDataset) -> String {
        if dataset.snapshots > 0 {
            let sentence: LookSentence =
                dataset.snapshots == 1 ? .oneSnapshotNoMatch : .noSnapshotsMatch
            return sentence([
                "dataset": dataset.dataset, "count": "\(dataset.snapshots)",
            ])
        }
        guard let percent = dataset.underWay?.percent else {
            return LookSentence.noSnapshots(["dataset": dataset.dataset])
        }
        return LookSentence.noSnapshotsUnderWay([
            "dataset": dataset.dataset, "percent": "\(percent)",
        ])
    }

    private func heading(_ dataset: ListedDataset) -> OutputLine {
        let places = [
            "dataset": dataset.dataset, "root": context.name(Array(dataset.root.utf8)),
            "snapshots": Words.snapshots(dataset.snapshots), "count": "\(dataset.tooLarge)",
            "zone": context.zone.name,
        ]
        let sentence = dataset.tooLarge > 0 ? LookSentence.listHeadingLarge : .listHeading
        let long = sentence(places)
        let fits = CellWidth.of(long) <= screen.columns
        return OutputLine(fits ? long : LookSentence.listHeadingShort(places))
    }

    private func table(_ datasets: [DatasetRows], showsDataset: Bool) -> [OutputLine] {
        let columns = ListColumn.allCases.filter { column in
            switch column {
            case .dataset: showsDataset
            case .layout, .onDisk, .took: isLong
            default: true
            }
        }
        let rows = datasets.flatMap { dataset in
            dataset.rows.map { row in
                columns.map {
                    $0.cell(row, of: dataset.heading.dataset, isLong: isLong, context)
                }
            }
        }
        return TextTable(columns: columns.map(\.column), rows: rows)
            .lines(columns: screen.columns, heading: screen.isTerminal)
    }
}

extension ProgressReport {
    /// How much is done in whole percent, `nil` while the total is unknown.
    var percent: Int? {
        if let bytesTotal, bytesTotal > 0 {
            return Int(max(0, min(bytes, bytesTotal)) * 100 / bytesTotal)
        }
        guard let filesTotal, filesTotal > 0 else { return nil }
        return max(0, min(files, filesTotal)) * 100 / filesTotal
    }
}
