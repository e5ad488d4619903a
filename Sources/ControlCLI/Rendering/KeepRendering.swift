internal import ControlProtocol
internal import SnapshotModel

/// What the commands that keep a snapshot say: what is true now, and the way back.
struct KeepRendering: Sendable {
    let report: SnapshotReport
    let context: ReadingContext

    private var item: SnapshotItem { report.snapshot }
    private var number: String { "\(report.snapshot.number)" }

    /// How many missing files are named.
    private static let named = 5

    /// The line of `snapshot`, and what is missing in it.
    var snapshot: Rendering {
        let places = [
            "number": number, "dataset": report.dataset, "files": Words.files(item.files ?? 0),
            "bytes": context.size(item.bytes ?? 0), "changes": Words.changesText(item),
            "parent": item.parent.map(String.init) ?? "",
            "time": context.taken(item.duration ?? 0),
        ]
        let changed = [item.added, item.changed, item.removed, item.moved, item.metadata]
            .contains { ($0 ?? 0) > 0 }
        let sentence: KeepSentence =
            if !report.created {
                .nothingToSave
            } else if item.parent == nil {
                .savedFirst
            } else {
                changed ? .saved : .savedSame
            }
        return Rendering(
            answer: [OutputLine(sentence(places))], conversation: missing + sameLabel)
    }

    private var missing: [OutputLine] {
        lines(of: report.missingItems.filter { $0.reason != .tooLarge })
    }

    private func lines(of items: [MissingReport]) -> [OutputLine] {
        guard !items.isEmpty else { return [] }
        let places = ["count": "\(items.count)", "number": number]
        let sentence = items.count == 1 ? KeepSentence.missingOne : .missingSome
        var lines = [OutputLine(ErrorSentence.first(["message": sentence(places)]))]
        lines += items.prefix(Self.named).map { item in
            OutputLine(
                KeepSentence.missingItem([
                    "name": context.name(item.bytePath), "detail": item.detail,
                ]))
        }
        if items.count > Self.named {
            lines.append(
                OutputLine(
                    KeepSentence.missingMore([
                        "count": "\(items.count - Self.named)", "number": number,
                    ])))
        }
        return lines
    }

    /// The line of a command that changes what a snapshot is.
    func action(_ command: CommandName) -> Rendering {
        let label = context.name(Array((item.label ?? "").utf8))
        let before = report.labelBefore ?? ""
        let quotedBefore =
            command == .label && item.label == nil
            ? shellWord(Array(before.utf8)) : context.name(Array(before.utf8))
        let places = [
            "number": number, "label": label, "before": quotedBefore,
            "time": item.expires.map(context.minute) ?? "",
        ]
        // What comes back may have lost something meanwhile.
        let lost =
            [.undelete, .pin].contains(command)
            ? report.missingItems.filter { $0.reason == .damaged } : []
        return Rendering(
            answer: [OutputLine(sentence(command)(places))],
            conversation: lines(of: lost) + (command == .label ? sameLabel : []))
    }

    /// Others that have the same label, in a sentence; `nil` if none has it.
    var sameLabelWarning: String? {
        guard let label = item.label, let others = report.labelAlso, !others.isEmpty else {
            return nil
        }
        let sentence = others.count == 1 ? KeepSentence.labelTwin : .labelTwins
        return sentence([
            "numbers": others.map(String.init).joined(separator: ", "),
            "label": context.name(Array(label.utf8)),
        ])
    }

    /// A warning where others have the same label: it is allowed, and of no use as a REF.
    private var sameLabel: [OutputLine] {
        guard let warning = sameLabelWarning else { return [] }
        return ErrorRendering.lines(
            UserError(
                .ambiguousRef, warning, why: KeepSentence.labelTwinWhy(),
                remedy: KeepSentence.labelTwinRemedy(["number": number])))
    }

    private func sentence(_ command: CommandName) -> KeepSentence {
        switch command {
        case .pin: .pinned
        case .unpin: report.changed == false ? .notPinned : .unpinned
        case .delete where item.file.isEmpty: .forgotten
        case .delete: item.expires == nil ? .deleted : .deletedUntil
        case .undelete: report.changed == false ? .notDeleted : .undeleted
        default:
            switch (item.label, report.labelBefore) {
            case (nil, nil): .stillUnlabelled
            case (nil, _): .unlabelled
            case (_, nil): .labelled
            case (_, _): .relabelled
            }
        }
    }
}
