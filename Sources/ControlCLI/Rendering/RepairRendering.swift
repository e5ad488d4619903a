internal import ControlProtocol
internal import SnapshotModel

/// What `repair` looks like: what was damaged, what became of it, what is lost.
struct RepairRendering: Sendable {
    let report: RepairReport
    let screen: Screen
    let context: ReadingContext

    /// The lines of the answer; what is lost or left is said on standard error, with what to do.
    var rendering: Rendering {
        var rendering = Rendering()
        for dataset in report.datasets {
            rendering.answer.append(OutputLine(verdict(dataset)))
            rendering.answer += items(dataset)
            rendering.conversation += problems(dataset)
        }
        if report.dryRun {
            rendering.answer.append(OutputLine(KeepSentence.repairUnchanged()))
        }
        return rendering
    }

    private func verdict(_ dataset: RepairedDataset) -> String {
        let places = [
            "dataset": dataset.dataset, "snapshots": Words.snapshots(dataset.snapshots),
            "bytes": context.size(dataset.bytesRead), "time": context.taken(dataset.duration),
            "zips": "\(dataset.mended.count) zip\(dataset.mended.count == 1 ? "" : "s")",
        ]
        if dataset.items.isEmpty, dataset.mended.isEmpty { return KeepSentence.repairNone(places) }
        return (report.dryRun ? KeepSentence.repairPlan : .repairDone)(places)
    }

    private func items(_ dataset: RepairedDataset) -> [OutputLine] {
        let columns = [
            TableColumn(title: ""), TableColumn(title: "", isNumber: true),
            TableColumn(title: ""), TableColumn(title: ""),
        ]
        let told =
            dataset.items.map { ($0.damage, result($0)) }
            + dataset.known.filter(\.isDeleted).map { ($0, $0.detail) }
        let rows = told.map { damage, result -> [[StyledText]] in
            let name =
                damage.bytePath.map { context.name($0) } ?? context.name(Array(damage.file.utf8))
            return ["", damage.snapshot.map(String.init) ?? "", name, result]
                .map { [StyledText($0)] }
        }
        return TextTable(columns: columns, rows: Self.once(rows + unnamedLosses(dataset)))
            .lines(columns: screen.columns, heading: false)
    }

    /// What is lost of zips that were told of as a whole, as the newest snapshot shows it.
    private func unnamedLosses(_ dataset: RepairedDataset) -> [[[StyledText]]] {
        let told = dataset.items.filter { $0.action == .lost }.compactMap(\.damage.bytePath)
        var named = Set(told)
        var rows: [[[StyledText]]] = []
        var more = 0
        for loss in dataset.lost.sorted(by: { $0.snapshot > $1.snapshot }) {
            let number = "\(loss.snapshot)"
            let sentence: KeepSentence = report.dryRun ? .repairWouldLose : .repairLost
            for missing in loss.missing where named.insert(missing.bytePath).inserted {
                guard rows.count < Self.mostNamed else {
                    more += 1
                    continue
                }
                rows.append(
                    ["", number, context.name(missing.bytePath), sentence(["number": number])]
                        .map { [StyledText($0)] })
            }
        }
        let last = dataset.lost.map(\.snapshot).max().map(String.init) ?? ""
        if more > 0 {
            let text = KeepSentence.repairMore(["files": Words.files(more), "number": last])
            rows.append(["", "", "", text].map { [StyledText($0)] })
        }
        return rows
    }

    /// So many lost files are named: who wants all asks for them.
    private static let mostNamed = 100

    /// Leaves out rows that say again what one before says: a zip may be damaged in many places.
    private static func once(_ rows: [[[StyledText]]]) -> [[[StyledText]]] {
        var seen: Set<[[StyledText]]> = []
        return rows.filter { seen.insert($0).inserted }
    }

    private func result(_ item: RepairedItem) -> String {
        let damage = item.damage
        let copy = damage.otherCopy
        let places = [
            "detail": damage.detail,
            "number": (item.action == .lost ? damage.snapshot : copy).map(String.init) ?? "",
        ]
        if damage.isRenamed {
            return (report.dryRun ? KeepSentence.repairWouldRename : .repairRenamed)(places)
        }
        if damage.isGone { return KeepSentence.repairGone(places) }
        let sentence: KeepSentence =
            switch (item.action, report.dryRun) {
            case (.mended, false): copy == nil ? .repairMended : .repairCopy
            case (.mended, true): copy == nil ? .repairWouldMend : .repairWouldCopy
            case (.taken, false): .repairTaken
            case (.taken, true): .repairWouldTake
            case (.lost, false): .repairLost
            case (.lost, true): .repairWouldLose
            case (.left, false): .repairLeft
            case (.left, true): .repairWouldLeave
            }
        return sentence(places)
    }

    private func leftRemedy(_ left: [DamageReport]) -> String {
        guard let number = left.first(where: { $0.snapshot != nil })?.snapshot else {
            return KeepSentence.repairLeftZip()
        }
        return KeepSentence.repairLeftSnapshot(["number": "\(number)"])
    }

    private func problems(_ dataset: RepairedDataset) -> [OutputLine] {
        var lines: [OutputLine] = []
        let gone = dataset.items.map(\.damage).filter(\.isGone).compactMap(\.snapshot)
        if let reason = dataset.untaken {
            lines += ErrorRendering.lines(
                UserError(
                    .paused, KeepSentence.repairUntaken(["dataset": dataset.dataset]),
                    why: reason, remedy: "snapctl status; then snapctl repair once more"))
        }
        if !dataset.left.isEmpty {
            let count = Set(dataset.left.map(\.file)).count
            lines += ErrorRendering.lines(
                UserError(
                    .damaged, KeepSentence.repairLeftFirst(["count": "\(count)"]),
                    why: dataset.left.first.map { "\($0.file): \($0.detail)" },
                    remedy: leftRemedy(dataset.left)))
        } else if report.dryRun, !dataset.items.isEmpty {
            let count = Set(dataset.items.map(\.damage.file)).count
            lines += ErrorRendering.lines(
                UserError(
                    .damaged, KeepSentence.repairPlanFirst(["count": "\(count)"]),
                    remedy: "snapctl repair"))
        }
        if let first = gone.first, !report.dryRun {
            lines += ErrorRendering.lines(
                UserError(
                    .damaged,
                    KeepSentence.repairGoneFirst(["snapshots": Words.snapshots(gone.count)]),
                    remedy: KeepSentence.goneRemedy(["number": "\(first)"])))
        }
        guard let newest = dataset.lost.last, !report.dryRun else { return lines }
        let count = dataset.lost.reduce(0) { $0 + $1.missing.count }
        let sentence = count == 1 ? KeepSentence.repairLostOne : .repairLostSome
        return lines
            + ErrorRendering.lines(
                UserError(
                    .damaged,
                    sentence([
                        "count": "\(count)", "snapshots": Words.snapshots(dataset.lost.count),
                    ]), remedy: "snapctl show \(newest.snapshot)"))
    }
}
