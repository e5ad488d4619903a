internal import ControlProtocol
internal import SnapshotModel

/// What a restore would do, shown before it is done.
struct RestorePreview: Sendable {
    let report: RestoreReport
    /// Whether an agent takes a snapshot of what is replaced before it replaces it.
    let isSavedFirst: Bool
    let context: ReadingContext

    /// How many newer files are named.
    private static let named = 5

    private var number: String { "\(report.snapshot)" }

    /// Whether nothing would change.
    var isEmpty: Bool {
        changes == 0 && report.plan.delete.files == 0 && report.plan.adjust.files == 0
            && report.directories == 0
    }

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
        var lines = [OutputLine(title)]
        if report.plan.create.files > 0 { lines.append(row(.create, report.plan.create)) }
        if report.plan.overwrite.files > 0 { lines.append(row(.overwrite, report.plan.overwrite)) }
        if report.plan.overwriteNewer.files > 0 {
            lines.append(
                row(
                    .overwriteNewer, report.plan.overwriteNewer,
                    note: RestoreSentence.newerNote(), style: .caution))
            lines += newer
        }
        if report.plan.adjust.files > 0 {
            lines.append(
                row(
                    .adjust, report.plan.adjust, note: RestoreSentence.adjustNote(),
                    hasSize: false))
        }
        if report.plan.delete.files > 0 || report.extra > 0 {
            lines.append(row(.delete, report.plan.delete, note: extra))
        }
        if report.plan.same.files > 0 {
            lines.append(
                row(.same, report.plan.same, note: RestoreSentence.sameNote(), hasSize: false))
        }
        if !report.failed.isEmpty {
            lines.append(
                row(
                    .cannot, Amount(files: report.failed.count, bytes: 0), note: obstacle,
                    style: .caution, hasSize: false))
        }
        return lines + [OutputLine(footer)]
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

    private func row(
        _ label: RestoreSentence, _ amount: Amount, note: String = "", style: TextStyle = .plain,
        hasSize: Bool = true
    ) -> OutputLine {
        let noun = amount.files == 1 ? RestoreSentence.file() : RestoreSentence.files()
        var text = "  " + Self.atRight("\(amount.files)", countWidth) + " "
        text += GeneralHelp.padded(amount.files == 0 ? "" : noun, 5)
        if hasSize, amount.files > 0 { text += "  " + Self.atRight(context.size(amount.bytes), 9) }
        let pieces = [
            StyledText("  "), StyledText(label(), style),
            StyledText(GeneralHelp.padded("", 15 - CellWidth.of(label())) + text),
            StyledText(note.isEmpty ? "" : "  " + note),
        ]
        return OutputLine(pieces, overflow: .wrap(indent: Self.margin))
    }

    /// Where names and broken lines begin.
    private static let margin = 19

    /// Digits of the largest count.
    private var countWidth: Int {
        let plan = report.plan
        let counts = [
            plan.create, plan.overwrite, plan.overwriteNewer, plan.adjust, plan.delete, plan.same,
        ]
        let files = counts.map(\.files) + [report.failed.count]
        return files.map { "\($0)".count }.max() ?? 1
    }

    private static func atRight(_ text: String, _ width: Int) -> String {
        GeneralHelp.padded("", width - text.count) + text
    }

    private var newer: [OutputLine] {
        func line(_ text: String) -> OutputLine {
            OutputLine(
                GeneralHelp.padded("", Self.margin) + text, overflow: .wrap(indent: Self.margin))
        }
        let named = report.newer.prefix(Self.named).map { file in
            line(
                RestoreSentence.newerFile([
                    "name": context.name(file.bytePath), "time": context.minute(file.mtime),
                ]))
        }
        let rest = report.plan.overwriteNewer.files - named.count
        guard rest > 0, !named.isEmpty else { return named }
        return named + [line(RestoreSentence.newerMore(["count": "\(rest)"]))]
    }

    private var extra: String {
        guard report.extra > 0 else { return "" }
        let sentence = report.extra == 1 ? RestoreSentence.extraOne : .extraSome
        return sentence(["count": "\(report.extra)", "number": number])
    }

    /// Why something cannot be restored, if it is one reason.
    private var obstacle: String {
        let reasons = Set(report.failed.map(\.message))
        return reasons.count == 1 ? reasons.first ?? "" : ""
    }

    private var footer: String {
        let places = [
            "needed": context.size(report.needed), "free": report.free.map(context.size) ?? "",
        ]
        let needs = (report.free == nil ? RestoreSentence.needs : .needsOf)(places)
        guard needsConsent else { return needs }
        let saved = isSavedFirst ? RestoreSentence.savedFirst : .nothingSaved
        return needs + " " + saved()
    }
}
