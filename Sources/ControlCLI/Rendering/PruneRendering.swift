internal import ControlProtocol
internal import SnapshotModel

/// What `prune` looks like: each snapshot with its reason in a dry run, what went in a real one.
struct PruneRendering: Sendable {
    let report: PruneReport
    let screen: Screen
    let context: ReadingContext

    /// The lines of the answer.
    var rendering: Rendering {
        var rendering = Rendering()
        for dataset in report.datasets {
            let decisions = report.decisions.filter { $0.dataset == dataset.dataset }
            if report.dryRun {
                if screen.isTerminal { rendering.answer.append(heading(dataset)) }
                rendering.answer += table(decisions)
                rendering.conversation.append(OutputLine(dryRunSummary(dataset)))
            } else {
                rendering.answer.append(OutputLine(summary(dataset, decisions)))
            }
        }
        return rendering
    }

    private func heading(_ dataset: PrunedDataset) -> OutputLine {
        OutputLine(
            KeepSentence.pruneHeading([
                "dataset": dataset.dataset, "policy": Self.rules(dataset.policy, context),
            ]))
    }

    private func table(_ decisions: [DecisionReport]) -> [OutputLine] {
        let several = report.datasets.count > 1 && !screen.isTerminal
        var columns = [
            TableColumn(title: "NO", isNumber: true), TableColumn(title: "TIME"),
            TableColumn(title: "AGE", isNumber: true, vanishes: 1), TableColumn(title: "KEEP"),
            TableColumn(title: "WHY"),
        ]
        if several { columns.insert(TableColumn(title: "DATASET"), at: 0) }
        let rows = decisions.map { decision in
            let word = decision.decision == .keep ? KeepSentence.pruneKeep : .pruneExpire
            let cells = [
                StyledText("\(decision.number)"), StyledText(context.minute(decision.created)),
                StyledText(context.age(decision.created)),
                StyledText(word(), decision.decision == .expire ? .caution : .plain),
                StyledText(decision.explanation),
            ]
            return ((several ? [StyledText(decision.dataset)] : []) + cells).map { [$0] }
        }
        return TextTable(columns: columns, rows: rows)
            .lines(columns: screen.columns, heading: screen.isTerminal)
    }

    private func dryRunSummary(_ dataset: PrunedDataset) -> String {
        let sentence = dataset.expired == 0 ? KeepSentence.pruneDryRunNone : .pruneDryRun
        return sentence([
            "kept": Words.keep(dataset.kept), "count": "\(dataset.expired)",
            "bytes": context.size(dataset.freed), "grace": context.unit(dataset.grace),
        ])
    }

    private func summary(_ dataset: PrunedDataset, _ decisions: [DecisionReport]) -> String {
        let gone = decisions.filter { $0.decision == .expire }.map { "\($0.number)" }
        let sentence: KeepSentence =
            gone.isEmpty ? .prunedNone : gone.count == 1 ? .pruned : .prunedSome
        return sentence([
            "dataset": dataset.dataset, "kept": Words.keep(dataset.kept), "count": "\(gone.count)",
            "numbers": gone.joined(separator: ", "), "first": gone.first ?? "",
            "time": dataset.expires.map(context.minute) ?? "",
        ])
    }

    /// The rules of a policy, such as `20 last, 24 hourly`.
    static func rules(_ policy: PolicyReport, _ context: ReadingContext) -> String {
        let counts: [(KeepSentence, Int)] = [
            (.ruleLast, policy.last), (.ruleHourly, policy.hourly), (.ruleDaily, policy.daily),
            (.ruleWeekly, policy.weekly), (.ruleMonthly, policy.monthly),
            (.ruleYearly, policy.yearly),
        ]
        let within = policy.within.map {
            KeepSentence.ruleWithin(["time": context.unit($0)])
        }
        let rules = counts.filter { $0.1 > 0 }.map { $0.0(["count": "\($0.1)"]) }
        return (rules + (within.map { [$0] } ?? [])).joined(separator: ", ")
    }
}
