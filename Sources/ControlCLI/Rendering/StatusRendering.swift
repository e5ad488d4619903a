internal import ControlProtocol
internal import SnapshotModel

/// What `status` looks like: the verdict first, then each dataset, the worst first.
struct StatusRendering: Sendable {
    let report: StatusReport
    let context: ReadingContext

    /// The lines of the answer.
    var rendering: Rendering {
        let worst = report.datasets.sorted { rank($0) < rank($1) }
        return Rendering(answer: [verdict] + worst.flatMap(lines))
    }

    private func rank(_ dataset: DatasetStatus) -> Int {
        switch dataset.verdict {
        case .unprotected: 0
        case .gaps: dataset.isSavedWhole || dataset.isCatchingUp ? 2 : 1
        case .ok: 3
        }
    }

    private var verdict: OutputLine {
        func named(_ sentence: StatusSentence, _ names: [String], _ style: TextStyle) -> OutputLine
        {
            let datasets =
                names.isEmpty ? StatusSentence.noDataset() : names.joined(separator: ", ")
            return OutputLine([StyledText(sentence(["datasets": datasets]), style)])
        }
        switch report.headline {
        case .well(let count):
            return OutputLine([
                StyledText(
                    StatusSentence.allWell([
                        "datasets": count == 1
                            ? StatusSentence.oneDataset()
                            : StatusSentence.datasets(["count": "\(count)"]),
                        "version": report.agent?.version ?? "", "pid": "\(report.agent?.pid ?? 0)",
                        "age": report.agent.map { context.age($0.since) } ?? "",
                        "user": report.agent?.user ?? "",
                    ]), .heading)
            ])
        case .warned(let names): return named(.warned, names, .caution)
        case .catchingUp(let names): return named(.catchingUp, names, .caution)
        case .gaps(let names): return named(.gaps, names, .caution)
        case .unprotected(let names): return named(.notSaving, names, .alarm)
        }
    }

    private func lines(_ dataset: DatasetStatus) -> [OutputLine] {
        let places = ["name": dataset.name, "path": context.name(Array(dataset.path.utf8))]
        let isCalm = dataset.verdict == .ok && dataset.alarms.isEmpty && dataset.state == .watching
        if report.verdict != .ok, isCalm {
            return [OutputLine(StatusSentence.rowWell(places))]
        }
        var title = [StyledText(StatusSentence.row(places))]
        if dataset.state != .watching {
            let state = StatusSentence.rowState(["state": dataset.state.rawValue])
            title.append(StyledText("  " + state, .caution))
        }
        var lines = [OutputLine(title)] + dataset.alarms.flatMap(alarm)
        // A store that is not there since the start: nothing is known of it.
        if dataset.state == .paused, dataset.lastSnapshot == nil, dataset.store.free == 0 {
            return lines
        }
        lines.append(line(.saved, StatusRendering.saved(dataset, context)))
        if let job = dataset.progress, let percent = job.percent {
            lines.append(
                line(.now, StatusSentence.nowJob(["phase": job.phase, "percent": "\(percent)"])))
        } else if dataset.state != .paused {
            lines.append(line(.now, watching(dataset)))
        }
        if let scanned = scanned(dataset) { lines.append(line(.now, scanned)) }
        lines.append(line(.store, store(dataset.store)))
        return lines
    }

    /// What is done where no event tells of changes, unless an alarm says it.
    private func scanned(_ dataset: DatasetStatus) -> String? {
        guard let root = dataset.uncovered.first(where: \.bytePath.isRoot),
            let interval = root.scannedEvery,
            !dataset.alarms.contains(where: { $0.code == AlarmCode.gap.rawValue })
        else { return nil }
        return StatusSentence.nowScanned([
            "reason": root.reason, "interval": context.length(Double(interval)),
        ])
    }

    private func alarm(_ alarm: AlarmReport) -> [OutputLine] {
        let room = String(repeating: " ", count: max(1, 7 - CellWidth.of(alarm.code)))
        return [
            OutputLine(
                [
                    StyledText(StatusSentence.alarm()), StyledText(alarm.code, .alarm),
                    StyledText(room + alarm.message),
                ], overflow: .wrap(indent: 11)),
            line(.remedy, alarm.remedy),
        ]
    }

    private func watching(_ dataset: DatasetStatus) -> String {
        StatusSentence.nowWatching([
            "files": Words.files(dataset.files),
            "directories": Words.directories(dataset.directories),
            "watches": "\(dataset.watches)", "limit": "\(dataset.watchLimit)",
        ])
    }

    private func store(_ store: StoreStatus) -> String {
        let sentence = store.verified == nil ? StatusSentence.storeText : .storeVerified
        let text = sentence([
            "snapshots": Words.snapshots(store.snapshots), "bytes": context.size(store.bytes),
            "free": context.size(store.free), "ago": store.verified.map(context.ago) ?? "",
        ])
        guard let newest = store.lacking.last else { return text }
        let numbers = store.lacking.map(String.init).joined(separator: ", ")
        return text + StatusSentence.storeLacks(["numbers": numbers, "number": "\(newest)"])
    }

    private func line(_ label: StatusSentence, _ text: String) -> OutputLine {
        OutputLine(label() + text, overflow: .wrap(indent: 11))
    }

    /// What of a dataset is saved, in a sentence.
    static func saved(_ dataset: DatasetStatus, _ context: ReadingContext) -> String {
        guard let last = dataset.lastSnapshot else {
            guard let percent = dataset.progress?.percent else {
                return StatusSentence.savedNothing()
            }
            return StatusSentence.savedFirst(["percent": "\(percent)"])
        }
        let places = [
            "number": "\(last.number)", "ago": context.ago(last.created),
            "whole": last.missing == 0
                ? StatusSentence.whole() : StatusSentence.missing(["count": "\(last.missing)"]),
            "promise": context.length(Double(dataset.maxLoss)),
            "waiting": Words.waiting(dataset.unsaved.count),
            "settles": context.length(dataset.nextSnapshot?.settles ?? 0),
            "latest": context.length(dataset.nextSnapshot?.latest ?? 0),
        ]
        switch dataset.state {
        case .paused: return StatusSentence.savedUpTo(places)
        case _ where dataset.lastFullWalk == nil && dataset.isCatchingUp:
            return StatusSentence.savedBefore(places)
        case .settling where dataset.nextSnapshot != nil:
            return StatusSentence.savedSettling(places)
        default: break
        }
        if dataset.unsaved.count > 0 { return StatusSentence.savedWaiting(places) }
        return (dataset.uncovered.isEmpty ? StatusSentence.savedAll : .savedElse)(places)
    }
}
