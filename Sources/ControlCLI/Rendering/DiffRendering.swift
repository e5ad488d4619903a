internal import ControlProtocol
internal import SnapshotModel

/// What `diff` looks like: a mark, sizes, and the name last.
struct DiffRendering: Sendable {
    let report: DiffReport
    let isByDirectory: Bool
    let screen: Screen
    let context: ReadingContext

    /// The lines of the answer, with a summary on a terminal.
    var rendering: Rendering {
        let lines = isByDirectory ? directories : changes
        return Rendering(answer: lines + (screen.isTerminal ? [OutputLine(summary)] : []))
    }

    private var changes: [OutputLine] {
        let columns = [
            TableColumn(title: ""), TableColumn(title: "", isNumber: true, least: 9),
            TableColumn(title: "", isNumber: true, least: 8, vanishes: 1), TableColumn(title: ""),
        ]
        let rows = report.changes.map { change in
            [
                [Self.mark(change.kind)], [StyledText(size(change))], [StyledText(growth(change))],
                [StyledText(name(change))],
            ]
        }
        return TextTable(columns: columns, rows: rows)
            .lines(columns: screen.columns, heading: false)
    }

    /// One line for each top directory: how many of each kind.
    private var directories: [OutputLine] {
        var counts: [[UInt8]: [ChangeKind: Int]] = [:]
        for change in report.changes {
            let components = change.bytePath.components
            let top = components.count > 1 ? components[0] + [UInt8(ascii: "/")] : []
            counts[top, default: [:]][change.kind, default: 0] += 1
        }
        let tops = counts.keys.sorted { $0.lexicographicallyPrecedes($1) }
        let rows = tops.map { top -> [[StyledText]] in
            let marks = ChangeKind.allCases.compactMap { kind -> StyledText? in
                guard let count = counts[top]?[kind] else { return nil }
                let mark = Self.mark(kind)
                return StyledText("\(mark.text)\(count)", mark.style)
            }
            let spaced = Array(marks.map { [$0] }.joined(separator: [StyledText(" ")]))
            return [spaced, [StyledText(top.isEmpty ? "." : context.name(top))]]
        }
        return TextTable(
            columns: [TableColumn(title: ""), TableColumn(title: "")], rows: rows
        ).lines(columns: screen.columns, heading: false)
    }

    private var summary: String {
        let counts: [(LookSentence, Int)] = [
            (.added, report.summary.added), (.changedCount, report.summary.changed),
            (.removed, report.summary.removed), (.moved, report.summary.moved),
            (.metadata, report.summary.metadata), (.type, report.summary.type),
        ]
        let named = counts.filter { $0.1 > 0 }.map { $0.0(["count": "\($0.1)"]) }
        let places = [
            "from": end(report.from), "to": end(report.to),
            "changes": named.joined(separator: ", "), "bytes": signed(report.summary.bytes),
        ]
        return named.isEmpty ? LookSentence.diffEqual(places) : LookSentence.diffSummary(places)
    }

    private func end(_ end: DiffEnd) -> String {
        switch end {
        case .snapshot(let number): "\(number)"
        case .live: "live"
        }
    }

    private func size(_ change: ChangeReport) -> String {
        if change.kind == .metadata { return "" }
        return (change.sizeAfter ?? change.sizeBefore).map(context.size) ?? ""
    }

    private func growth(_ change: ChangeReport) -> String {
        guard change.kind == .changed, let before = change.sizeBefore, let after = change.sizeAfter
        else { return "" }
        return signed(after - before)
    }

    private func signed(_ bytes: Int64) -> String {
        bytes < 0 ? "-" + context.size(-bytes) : "+" + context.size(bytes)
    }

    private func name(_ change: ChangeReport) -> String {
        let name = context.name(change.bytePath)
        if let before = change.bytesBefore {
            return LookSentence.movedName(["from": context.name(before), "to": name])
        }
        return ([name] + change.fields.map { Self.field($0, context) }).joined(separator: "  ")
    }

    /// What became of an attribute, such as `mode 0644 -> 0755`.
    static func field(_ change: FieldChange, _ context: ReadingContext) -> String {
        guard let before = change.before, let after = change.after else {
            return LookSentence.fieldDiffers(["field": change.field])
        }
        return LookSentence.fieldChange([
            "field": change.field, "before": context.name(Array(before.utf8)),
            "after": context.name(Array(after.utf8)),
        ])
    }

    /// The mark of a kind of change; another type counts as changed.
    static func mark(_ kind: ChangeKind) -> StyledText {
        switch kind {
        case .added: StyledText("+", .added)
        case .changed, .type: StyledText("~", .changed)
        case .removed: StyledText("-", .removed)
        case .moved: StyledText(">", .moved)
        case .metadata: StyledText("=")
        }
    }
}
