internal import ControlProtocol
internal import SnapshotModel

/// Lays out a progress line for a width: bar, rate and files vanish in that order.
struct ProgressLayout: Sendable {
    let columns: Int
    let context: ReadingContext

    /// The line of a frame, never wider than the terminal.
    func line(_ frame: ProgressFrames.Frame) -> String {
        let phase = GeneralHelp.padded(frame.report.phase, 11)
        let parts = Parts(
            bar: frame.percent.map(Self.bar) ?? "", percent: frame.percent.map { "\($0)%" } ?? "",
            files: files(frame.report), bytes: bytes(frame.report),
            rate: frame.isLast ? "" : rate(frame.report),
            left: frame.isLast ? "" : frame.report.eta.map { context.length(Double($0)) } ?? "")
        let choices = [
            [
                parts.bar + (parts.bar.isEmpty ? "" : " ") + parts.percent, parts.files,
                parts.bytes,
                parts.rate + (parts.rate.isEmpty || parts.left.isEmpty ? "" : " ") + parts.left,
            ],
            [
                parts.percent, parts.files, parts.bytes,
                parts.rate + (parts.rate.isEmpty || parts.left.isEmpty ? "" : " ") + parts.left,
            ],
            [parts.percent, parts.files, parts.bytes, parts.left],
            [parts.percent, parts.bytes, parts.left],
            [parts.percent],
        ]
        let room = max(0, columns - 1)
        for choice in choices {
            let line = phase + choice.filter { !$0.isEmpty }.joined(separator: "  ")
            if CellWidth.of(line) <= room { return Self.trimmed(line) }
        }
        return CellWidth.prefix(phase, room).text
    }

    /// The line of a frame that is not redrawn.
    func plainLine(_ frame: ProgressFrames.Frame) -> String {
        let parts = [
            frame.percent.map { "\($0)%" } ?? "", files(frame.report), bytes(frame.report),
        ]
        return frame.report.phase + " " + parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private struct Parts {
        var bar, percent, files, bytes, rate, left: String
    }

    private static func bar(_ percent: Int) -> String {
        let done = max(0, min(20, percent / 5))
        return "[" + String(repeating: "#", count: done) + String(repeating: ".", count: 20 - done)
            + "]"
    }

    private func files(_ report: ProgressReport) -> String {
        guard let total = report.filesTotal else {
            return report.files > 0 ? Words.files(report.files) : ""
        }
        return ProgressSentence.filesOf(["done": "\(report.files)", "total": Words.files(total)])
    }

    private func bytes(_ report: ProgressReport) -> String {
        guard let total = report.bytesTotal else {
            return report.bytes > 0 ? context.size(report.bytes) : ""
        }
        let (done, all) = (context.size(report.bytes), context.size(total))
        let unit = all.split(separator: " ").last ?? ""
        let isSameUnit = done.split(separator: " ").last == unit
        let short = isSameUnit ? String(done.dropLast(unit.count + 1)) : done
        return ProgressSentence.bytesOf(["done": short, "size": all])
    }

    private func rate(_ report: ProgressReport) -> String {
        guard let rate = report.rate, rate > 0 else { return "" }
        return ProgressSentence.rate(["size": context.size(rate)])
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }
}
