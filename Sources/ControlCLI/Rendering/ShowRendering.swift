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
        var lines = [title, line(.taken, taken), line(.holds, holds)]
        if !item.isUnreadable { lines.append(line(.changed, changed)) }
        if let damage = snapshot.damage {
            lines.append(line(.damage, LookSentence.damageText(["detail": damage])))
        }
        let missing = snapshot.missingItems.filter { $0.reason != .tooLarge }
        let leftOut = snapshot.missingItems.filter { $0.reason == .tooLarge }
        let width = (shown(missing) + shown(leftOut)).map { CellWidth.of(name($0)) }.max() ?? 0
        lines += list(missing, .missingItems, width) + list(leftOut, .leftOut, width)
        if let expires = item.expires, item.state == .expired {
            let left = SnapshotNotes.timeLeft(until: expires.time, context)
            let sentence: LookSentence =
                left == nil ? .goesSoon : item.isUnreadable ? .goesUnread : .goesText
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
        let sentence: LookSentence =
            switch (item.isUnreadable, item.isPartial, item.label) {
            case (true, _, nil): .showTitleUnread
            case (true, _, _): .showTitleUnreadLabel
            case (_, false, nil): .showTitle
            case (_, true, nil): .showTitlePartial
            case (_, false, _): .showTitleLabel
            case (_, true, _): .showTitlePartialLabel
            }
        let text = sentence([
            "number": "\(item.number)", "dataset": report.dataset,
            "label": context.name(Array((item.label ?? "").utf8)),
        ])
        return OutputLine([StyledText(text, .heading)])
    }

    private var taken: String {
        var places = [
            "time": context.offsetSecond(item.created.time), "ago": context.ago(item.created),
        ]
        guard let reason = item.reason, let duration = item.duration else {
            return LookSentence.takenUnread(places)
        }
        places["reason"] = Self.because(reason)
        places["duration"] = context.taken(duration)
        return LookSentence.takenText(places)
    }

    private var holds: String {
        var places = ["allocated": context.size(item.allocated)]
        guard let files = item.files, let directories = snapshot.directories,
            let bytes = item.bytes
        else { return LookSentence.holdsUnread(places) }
        places["files"] = Words.files(files)
        places["directories"] = Words.directories(directories)
        places["bytes"] = context.size(bytes)
        return LookSentence.holdsText(places)
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
        if snapshot.damage != nil, !item.pinned {
            return LookSentence.keptUnread(["number": "\(item.number)"])
        }
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
