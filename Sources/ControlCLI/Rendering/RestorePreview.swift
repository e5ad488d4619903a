internal import ControlProtocol
internal import SnapshotModel

/// What a restore would do, shown before it is done.
struct RestorePreview: Sendable {
    let report: RestoreReport
    let isOffline: Bool
    let context: ReadingContext

    /// How many newer files are named.
    private static let named = 5

    private var number: String { "\(report.snapshot)" }

    /// Whether nothing would change.
    var isEmpty: Bool { changes == 0 && report.plan.delete.files == 0 }

    /// Whether something of the person's own would be replaced or removed.
    var needsConsent: Bool { overwrites > 0 || report.plan.delete.files > 0 }

    /// Files that would be written.
    private var changes: Int { report.plan.create.files + overwrites }

    private var overwrites: Int {
        report.plan.overwrite.files + report.plan.overwriteNewer.files
    }

    /// The preview's lines.
    var lines: [OutputLine] {
        let title = RestoreSentence.title([
            "number": number, "dataset": report.dataset, "time": context.minute(report.created),
            "ago": context.ago(report.created), "target": context.name(report.targetPath),
        ])
        var rows = [row(.create, report.plan.create), row(.overwrite, report.plan.overwrite)]
        if report.plan.overwriteNewer.files > 0 {
            rows.append(
                row(
                    .overwriteNewer, report.plan.overwriteNewer,
                    note: RestoreSentence.newerNote(), style: .caution))
            rows += newer
        }
        rows.append(row(.delete, report.plan.delete, note: extra))
        rows.append(row(.same, report.plan.same, note: RestoreSentence.sameNote(), hasSize: false))
        let table = TextTable(
            columns: [
                TableColumn(title: ""), TableColumn(title: "", least: 15),
                TableColumn(title: "", isNumber: true), TableColumn(title: "", isNumber: true),
                TableColumn(title: ""),
            ], rows: rows.map { $0.cells })
        let body = zip(table.lines(columns: .max, heading: false), rows).map { line, row in
            OutputLine(row.isWide ? row.wide : line.pieces, overflow: .wrap(indent: 19))
        }
        return [OutputLine(title)] + body + [OutputLine(footer)]
    }

    /// The question, in words for what it is about.
    var question: String {
        let places = [
            "files": Words.files(changes), "deleted": Words.files(report.plan.delete.files),
        ]
        if changes == 0 { return RestoreSentence.questionDeleteOnly(places) }
        return
            (report.plan.delete.files == 0
            ? RestoreSentence.question : .questionDelete)(places)
    }

    /// Why it cannot go on without a terminal to ask on.
    var needsYes: UserError {
        let places = [
            "files": Words.files(overwrites), "deleted": Words.files(report.plan.delete.files),
        ]
        let sentence: RestoreSentence =
            if report.plan.delete.files == 0 {
                .wouldOverwrite
            } else {
                overwrites == 0 ? .wouldDelete : .wouldBoth
            }
        return UserError(
            .needsYes, ErrorSentence.needsYes(["changes": sentence(places)]),
            remedy: ErrorSentence.needsYesRemedy())
    }

    private struct Row {
        var cells: [[StyledText]]
        var wide: [StyledText] = []
        var isWide: Bool { !wide.isEmpty }
    }

    private func row(
        _ label: RestoreSentence, _ amount: Amount, note: String = "", style: TextStyle = .plain,
        hasSize: Bool = true
    ) -> Row {
        let noun = amount.files == 1 ? RestoreSentence.file() : RestoreSentence.files()
        let count = amount.files == 0 ? "0" : "\(amount.files)"
        let size = hasSize && amount.files > 0 ? context.size(amount.bytes) : ""
        return Row(cells: [
            [], [StyledText(label(), style)], [StyledText(count)],
            [StyledText(amount.files == 0 ? "" : GeneralHelp.padded(noun, 5) + " " + size)],
            [StyledText(note)],
        ])
    }

    private var newer: [Row] {
        let margin = StyledText(String(repeating: " ", count: 19))
        let empty = [[StyledText]](repeating: [], count: 5)
        var rows = report.newer.prefix(Self.named).map { file in
            let text = RestoreSentence.newerFile([
                "name": context.name(file.bytePath), "time": context.minute(file.mtime),
            ])
            return Row(cells: empty, wide: [margin, StyledText(text)])
        }
        let rest = report.plan.overwriteNewer.files - rows.count
        if rest > 0, !rows.isEmpty {
            let text = RestoreSentence.newerMore(["count": "\(rest)"])
            rows.append(Row(cells: empty, wide: [margin, StyledText(text)]))
        }
        return rows
    }

    private var extra: String {
        guard report.extra > 0 else { return "" }
        let sentence = report.extra == 1 ? RestoreSentence.extraOne : .extraSome
        return sentence(["count": "\(report.extra)", "number": number])
    }

    private var footer: String {
        let places = [
            "needed": context.size(report.needed), "free": report.free.map(context.size) ?? "",
        ]
        let needs = (report.free == nil ? RestoreSentence.needs : .needsOf)(places)
        guard isOffline, needsConsent else { return needs }
        return needs + " " + RestoreSentence.nothingSaved()
    }
}
