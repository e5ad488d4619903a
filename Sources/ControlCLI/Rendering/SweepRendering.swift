internal import ControlProtocol
internal import SnapshotModel

/// What `sweep` looks like: what was freed, what is smaller, what is damaged.
struct SweepRendering: Sendable {
    let report: SweepReport
    let context: ReadingContext

    /// The lines of the answer; what is damaged is said on standard error, with what to do.
    var rendering: Rendering {
        var rendering = Rendering(answer: report.datasets.flatMap(lines))
        for dataset in report.datasets {
            if dataset.damaged > 0 {
                rendering.conversation += ErrorRendering.lines(
                    UserError(
                        .damaged,
                        KeepSentence.sweptDamage([
                            "objects": Words.objects(dataset.damaged), "dataset": dataset.dataset,
                        ]), remedy: "snapctl verify --read-data"))
            }
            if let reason = dataset.brake {
                rendering.conversation += ErrorRendering.lines(
                    UserError(
                        .braked,
                        KeepSentence.sweptBraked([
                            "dataset": dataset.dataset, "reason": reason,
                        ]), remedy: dataset.do ?? "snapctl status"))
            }
        }
        return rendering
    }

    private func lines(_ dataset: SweptDataset) -> [OutputLine] {
        guard dataset.brake == nil else { return [] }
        let places = [
            "dataset": dataset.dataset, "freed": context.size(max(0, dataset.freed)),
            "zips": Words.zips(dataset.removed), "written": context.size(dataset.written),
            "time": context.taken(dataset.duration),
        ]
        let first: KeepSentence =
            dataset.removed == 0
            ? .sweptNone : dataset.written > 0 ? .sweptMore : .sweptSome
        var lines = [OutputLine(first(places))]
        if dataset.recompressed > 0 {
            lines.append(
                OutputLine(
                    KeepSentence.sweptSmaller([
                        "dataset": dataset.dataset, "count": Words.files(dataset.recompressed),
                        "saved": context.size(dataset.saved),
                    ])))
        }
        return lines
    }
}
