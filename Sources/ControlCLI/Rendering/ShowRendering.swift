internal import ControlProtocol
internal import SnapshotModel

/// What `show` looks like: a label before each value.
struct ShowRendering: Sendable {
    let report: ShowReport
    let showsAll: Bool
    let context: ReadingContext

    private var snapshot: ShownSnapshot { report.snapshot }
    private var item: SnapshotItem { report.snapshot.item }

    /// How many missing files are named unless all are asked for.
    private static let named = 5

    /// The lines of the answer.
    var rendering: Rendering {
        var lines = [title, line(.taken, taken), line(.holds, holds), line(.changed, changed)]
        let missing = snapshot.missingItems.filter { $0.reason != .tooLarge }
        let leftOut = snapshot.missingItems.filter { $0.reason == .tooLarge }
        let width = (shown(missing) + shown(leftOut)).map { CellWidth.of(name($0)) }.max() ?? 0
        lines += list(missing, .missingItems, width) + list(leftOut, .leftOut, width)
        if let expires = item.expires, item.state == .expired {
            let left = SnapshotNotes.timeLeft(until: expires, context)
            let sentence = left == nil ? LookSentence.goesSoon : .goesText
            lines.append(
                line(
                    .goes,
                    sentence([
                        "time": context.minute(expires), "age": left ?? "",
                        "number": "\(item.number)",
                    ])))
        } else {
            lines.append(line(.keptBy, keptBy))
        }
        if let location = snapshot.location {
            lines.append(line(.file, context.name(Array(location.utf8))))
        }
        return Rendering(answer: lines)
    }

    private var title: OutputLine {
        let isPartial = item.missing > 0
        let sentence: LookSentence =
            switch (isPartial, item.label) {
            case (false, nil): .showTitle
            case (true, nil): .showTitlePartial
            case (false, _): .showTitleLabel
            case (true, _): .showTitlePartialLabel
            }
        let text = sentence([
            "number": "\(item.number)", "dataset": report.dataset,
            "label": context.name(Array((item.label ?? "").utf8)),
        ])
        return OutputLine([StyledText(text, .heading)])
    }

    private var taken: String {
        LookSentence.takenText([
            "time": context.offsetSecond(item.created), "ago": context.ago(item.created),
            "reason": Self.because(item.reason), "duration": context.taken(item.duration),
        ])
    }

    private var holds: String {
        LookSentence.holdsText([
            "files": Words.files(item.files),
            "directories": Words.directories(snapshot.directories),
            "bytes": context.size(item.bytes), "allocated": context.size(item.allocated),
        ])
    }

    private var changed: String {
        let places = [
            "changes": Words.changesText(item), "number": "\(item.number)",
            "parent": item.parent.map(String.init) ?? "",
        ]
        return item.parent == nil
            ? LookSentence.changedFirst(places) : LookSentence.changedText(places)
    }

    private var keptBy: String {
        guard snapshot.isPolicyKnown else {
            return item.pinned ? LookSentence.keptUnknownPinned() : LookSentence.keptUnknown()
        }
        guard !snapshot.keptBy.isEmpty else {
            return item.pinned ? LookSentence.keptByPinAlone() : LookSentence.keptByNothing()
        }
        let rules = snapshot.keptBy.filter { $0.rule != "pinned" }.map { kept in
            kept.bucket.map { "\(kept.rule) (\($0))" } ?? kept.rule
        }
        if rules.isEmpty { return LookSentence.keptByPinAlone() }
        let sentence = item.pinned ? LookSentence.keptByPinned : .keptByNotPinned
        return sentence(["rules": rules.joined(separator: ", ")])
    }

    private func line(_ label: LookSentence, _ text: String) -> OutputLine {
        OutputLine(label() + text, overflow: .wrap(indent: 11))
    }

    private func shown(_ items: [MissingReport]) -> [MissingReport] {
        showsAll ? items : Array(items.prefix(Self.named))
    }

    private func name(_ item: MissingReport) -> String { context.name(item.bytePath) }

    private func list(
        _ items: [MissingReport], _ label: LookSentence, _ width: Int
    ) -> [OutputLine] {
        guard !items.isEmpty else { return [] }
        let count = "\(items.count): "
        let margin = String(repeating: " ", count: CellWidth.of(label() + count))
        var lines = shown(items).enumerated().map { position, item in
            let name = name(item)
            let room = String(repeating: " ", count: max(0, width - CellWidth.of(name)))
            let lead = position == 0 ? label() + count : margin
            return OutputLine(
                lead + name + room + "  " + item.detail, overflow: .wrap(indent: margin.count))
        }
        let rest = items.count - lines.count
        if rest > 0 {
            let more = LookSentence.andMore(["count": "\(rest)", "number": "\(item.number)"])
            lines.append(OutputLine(margin + more, overflow: .wrap(indent: margin.count)))
        }
        return lines
    }

    private static func because(_ reason: SnapshotReason) -> String {
        switch reason {
        case .startup: LookSentence.becauseStartup()
        case .change: LookSentence.becauseChange()
        case .timer: LookSentence.becauseTimer()
        case .manual: LookSentence.becauseManual()
        case .restore: LookSentence.becauseRestore()
        case .beforeRestore: LookSentence.becauseBeforeRestore()
        case .import: LookSentence.becauseImport()
        }
    }
}
