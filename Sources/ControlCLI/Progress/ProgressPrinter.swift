package import ControlProtocol
internal import LinuxSystem
internal import SnapshotModel

/// Shows progress on standard error as the stream and `--progress` allow.
package final class ProgressPrinter {
    private enum Form { case none, redrawn, plain, json }

    private let form: Form
    private let channel: OutputChannel
    private let layout: ProgressLayout
    private var frames: ProgressFrames
    private var drawn = 0
    private let interruption: Interruption

    /// The newest report.
    private(set) var newest: ProgressReport?

    init(
        mode: String?, console: Console, context: ReadingContext, interruption: Interruption
    ) {
        self.interruption = interruption
        channel = console.conversation
        layout = ProgressLayout(columns: channel.screen.columns, context: context)
        form =
            switch mode {
            case "none": .none
            case "plain": console.wantsJSON ? .json : .plain
            default:
                if !channel.screen.isTerminal || console.wantsJSON {
                    .none
                } else {
                    channel.screen.canRedraw ? .redrawn : .plain
                }
            }
        frames = form == .redrawn ? .redrawn(from: .now) : .plain(from: .now)
    }

    /// Callbacks of a call whose progress is shown.
    var callbacks: CallCallbacks { CallCallbacks(progress: { [self] in add($0) }) }

    /// Takes note of how far the job is.
    package func add(_ report: ProgressReport) {
        newest = report
        guard form != .none else { return }
        for frame in frames.add(report, at: .now) { show(frame) }
    }

    /// Ends the line that is being drawn.
    func end() {
        guard form != .none else { return }
        for frame in frames.end() { show(frame) }
    }

    private func show(_ frame: ProgressFrames.Frame) {
        switch form {
        case .none: break
        case .redrawn: draw(layout.line(frame), isLast: frame.isLast)
        case .plain: write(layout.plainLine(frame) + "\n")
        case .json:
            guard let line = try? ReportJSON.encode(ProgressLine(progress: frame.report)) else {
                return
            }
            write(String(decoding: line, as: UTF8.self) + "\n")
        }
    }

    /// Writes over the line that was drawn before, without control sequences but the carriage return.
    private func draw(_ line: String, isLast: Bool) {
        let width = CellWidth.of(line)
        let rest = String(repeating: " ", count: max(0, drawn - width))
        write("\r" + line + rest + (isLast ? "\n" : ""))
        drawn = isLast ? 0 : width
        interruption.lineIsOpen(!isLast)
    }

    private func write(_ text: String) {
        // Progress that nobody can see is no reason to stop.
        try? channel.write(bytes: Array(text.utf8))
        try? channel.flush()
    }
}
