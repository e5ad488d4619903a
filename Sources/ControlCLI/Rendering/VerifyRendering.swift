internal import ControlProtocol
internal import SnapshotModel

/// What `verify` looks like: what is lost, where another copy is.
struct VerifyRendering: Sendable {
    let report: VerifyReport
    let readData: Bool
    let screen: Screen
    let context: ReadingContext

    /// The lines of the answer; damage is said again on standard error, with what to do.
    var rendering: Rendering {
        var rendering = Rendering()
        for dataset in report.datasets {
            rendering.answer.append(verdict(dataset))
            rendering.answer += damage(dataset)
        }
        let damaged = report.datasets.filter { !$0.ok }
        guard !damaged.isEmpty else { return rendering }
        let count = damaged.reduce(0) { $0 + Set($1.damage.map(\.file)).count }
        rendering.conversation = ErrorRendering.lines(
            UserError(
                .damaged, KeepSentence.damageFirst(["count": "\(count)"]),
                remedy: remedy(damaged.flatMap(\.damage))))
        return rendering
    }

    /// What a repair would do about it, the first thing of each kind.
    private func remedy(_ damage: [DamageReport]) -> String {
        func name(_ item: DamageReport) -> String {
            item.bytePath.map { context.name($0.name) } ?? context.name(Array(item.file.utf8))
        }
        if let number = damage.first(where: \.isGone)?.snapshot, damage.allSatisfy(\.isGone) {
            return KeepSentence.goneRemedy(["number": "\(number)"])
        }
        let damage = damage.filter { !$0.isGone }
        var parts: [String] = []
        if let item = damage.first(where: { $0.otherCopy != nil }), let copy = item.otherCopy {
            parts.append(
                KeepSentence.damageMendsCopy(["name": name(item), "number": "\(copy)"]))
        }
        let isAbsent = { (item: DamageReport) in
            item.path != nil && item.otherFile == nil && item.otherCopy == nil
        }
        let isZip = { (item: DamageReport) in item.file.hasSuffix(".zip") }
        if let item = damage.first(where: { !isAbsent($0) && $0.otherCopy == nil }) {
            // Whether a zip can be made anew that has lost more than contents, a repair finds out.
            if item.otherFile == nil, isZip(item), parts.isEmpty { return unsure }
            parts.append(KeepSentence.damageMends(["name": name(item)]))
        }
        if let item = damage.first(where: isAbsent) {
            if parts.isEmpty { return unsure }
            let number = item.snapshot.map(String.init) ?? ""
            parts.append(KeepSentence.damageMarks(["name": name(item), "number": number]))
        }
        return KeepSentence.damageRemedy([
            "command": "snapctl repair", "what": parts.joined(separator: ", "),
        ])
    }

    private var unsure: String {
        KeepSentence.damageRemedy([
            "command": "snapctl repair -n", "what": KeepSentence.damageUnsure(),
        ])
    }

    private func verdict(_ dataset: VerifiedDataset) -> OutputLine {
        let places = [
            "dataset": dataset.dataset, "snapshots": Words.snapshots(dataset.snapshots),
            "trees": Words.trees(dataset.trees), "time": context.taken(dataset.duration),
            "bytes": context.size(dataset.bytesRead),
            "count": "\(Set(dataset.damage.map(\.file)).count)",
        ]
        if dataset.ok {
            return OutputLine((readData ? KeepSentence.verifyGoodData : .verifyGood)(places))
        }
        return OutputLine([
            StyledText(dataset.dataset + "  "), StyledText(KeepSentence.verifyDamaged(), .alarm),
            StyledText(": " + KeepSentence.verifyDamage(places)),
        ])
    }

    private func damage(_ dataset: VerifiedDataset) -> [OutputLine] {
        let columns = [
            TableColumn(title: ""), TableColumn(title: "", isNumber: true),
            TableColumn(title: ""), TableColumn(title: ""),
        ]
        var rows = dataset.damage.map { damage -> [[StyledText]] in
            var detail = damage.detail
            // Of headers and tables there are no copies: they are made anew.
            if damage.path != nil || damage.otherCopy != nil {
                let sentence = damage.otherCopy == nil ? KeepSentence.damageNoCopy : .damageCopy
                detail = sentence([
                    "detail": detail, "number": damage.otherCopy.map(String.init) ?? "",
                ])
            }
            let others = damage.snapshots.filter { $0 != damage.snapshot }
            if !others.isEmpty {
                let numbers = others.map(String.init).joined(separator: ", ")
                detail = KeepSentence.damageAlso(["detail": detail, "numbers": numbers])
            }
            let name =
                damage.bytePath.map { context.name($0) } ?? context.name(Array(damage.file.utf8))
            return ["", damage.snapshot.map(String.init) ?? "", name, detail]
                .map { [StyledText($0)] }
        }
        rows += dataset.known.map { loss in
            let name = loss.bytePath.map { context.name($0) } ?? context.name(Array(loss.file.utf8))
            let detail = loss.isDeleted ? loss.detail : KeepSentence.knownLoss()
            return ["", loss.snapshot.map(String.init) ?? "", name, detail]
                .map { [StyledText($0)] }
        }
        return TextTable(columns: columns, rows: rows)
            .lines(columns: screen.columns, heading: false)
    }
}
