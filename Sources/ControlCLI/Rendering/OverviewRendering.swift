internal import ControlProtocol
internal import SnapshotModel

/// What plain `snapctl` prints: how each dataset fares, and what to type next.
struct OverviewRendering: Sendable {
    let screen: Screen
    let context: ReadingContext

    /// The overview of the agent's datasets.
    func rendering(_ report: StatusReport) -> Rendering {
        let rows = report.datasets.map { dataset -> [[StyledText]] in
            [
                [StyledText(dataset.name)], [StyledText(context.name(Array(dataset.path.utf8)))],
                [fares(dataset)],
            ]
        }
        return Rendering(answer: table(rows) + hints(prefix: "snapctl"))
    }

    /// The overview of a store without an agent.
    func rendering(_ report: ListReport, store: String) -> Rendering {
        let rows = report.datasets.map { dataset -> [[StyledText]] in
            let last = report.snapshots.last { $0.dataset == dataset.dataset }
            let text = last.map { last in
                StatusSentence.overviewOffline([
                    "snapshots": Words.snapshots(dataset.snapshots), "number": "\(last.number)",
                    "ago": context.ago(last.created),
                ])
            }
            return [
                dataset.dataset, context.name(Array(dataset.root.utf8)),
                text ?? StatusSentence.overviewEmpty(),
            ].map { [StyledText($0)] }
        }
        return Rendering(
            answer: table(rows) + hints(prefix: "snapctl --store " + shellWord(Array(store.utf8))))
    }

    private func table(_ rows: [[[StyledText]]]) -> [OutputLine] {
        TextTable(columns: [TableColumn](repeating: TableColumn(title: ""), count: 3), rows: rows)
            .lines(columns: screen.columns, heading: false)
            .map { OutputLine($0.pieces, overflow: .wrap(indent: 2)) }
    }

    private func fares(_ dataset: DatasetStatus) -> StyledText {
        switch dataset.verdict {
        case .unprotected: return StyledText(StatusSentence.overviewNot(), .alarm)
        case .gaps where dataset.isSavedWhole:
            return StyledText(StatusSentence.overviewWarned(), .caution)
        case .gaps where dataset.isCatchingUp:
            return StyledText(StatusSentence.overviewCatchingUp(), .caution)
        case .gaps: return StyledText(StatusSentence.overviewGaps(), .caution)
        case .ok: break
        }
        guard let last = dataset.lastSnapshot else {
            return StyledText(StatusSentence.overviewNone())
        }
        return StyledText(
            StatusSentence.overviewWell([
                "number": "\(last.number)", "ago": context.ago(last.created),
            ]))
    }

    private func hints(prefix: String) -> [OutputLine] {
        let hints = [
            (HintSentence.list, HintSentence.listPurpose),
            (.versions, .versionsPurpose), (.diff, .diffPurpose), (.ls, .lsPurpose),
            (.restore, .restorePurpose),
            (.help, .helpPurpose),
        ].map { (prefix + " " + $0.0(), $0.1()) }
        let width = hints.map(\.0.count).max() ?? 0
        return hints.map { line, purpose in
            OutputLine(
                "  " + GeneralHelp.padded(line, width + 2) + purpose, overflow: .wrap(indent: 6))
        }
    }
}
