import LinuxSystem
import SnapshotModel

/// Shows on a terminal how far the first snapshot is; in a pipe or a journal it shows nothing.
final class FirstSnapshotDisplay: Sendable {
    private static let frame = Duration.milliseconds(200)
    private static let patience = Duration.milliseconds(300)

    private let engine: DatasetEngine
    private let isOver = Monitor(false)
    private let hasCleared = Monitor(false)

    private init(engine: DatasetEngine) {
        self.engine = engine
    }

    /// Starts to show, if standard error is a terminal.
    static func start(for engine: DatasetEngine) throws(UserError) -> FirstSnapshotDisplay? {
        guard Terminal.isTerminal(2), ProcessEnvironment.value("TERM") != "dumb" else { return nil }
        let display = FirstSnapshotDisplay(engine: engine)
        do throws(SystemError) {
            try Thread.detach(name: "display") { display.run() }
        } catch {
            throw error.asUserError()
        }
        return display
    }

    /// Takes the line away and returns when it is gone.
    func finish() {
        isOver.update { $0 = true }
        _ = hasCleared.wait { $0 ? true : nil }
    }

    private func run() {
        var next = MonotonicInstant.now + Self.patience
        var last = ""
        while isOver.wait(until: next, { $0 ? true : nil }) == nil {
            next = MonotonicInstant.now + Self.frame
            let text = line()
            if text != last { StandardStreams.writeError(Array("\r\u{1B}[K\(text)".utf8)) }
            last = text
        }
        if !last.isEmpty { StandardStreams.writeError(Array("\r\u{1B}[K".utf8)) }
        hasCleared.update { $0 = true }
    }

    private func line() -> String {
        guard let job = engine.mailbox.read({ $0.current }) else { return "" }
        let now = job.progress.snapshot()
        guard now.filesTotal > 0 else {
            return "Saving    \(now.phase) \(Counted.text(now.files, "file"))"
        }
        let share =
            now.bytesTotal > 0
            ? now.bytes * 100 / now.bytesTotal : Int64(now.files * 100 / now.filesTotal)
        return "Saving    \(min(share, 99))%  \(now.files) of "
            + "\(Counted.text(now.filesTotal, "file")), "
            + "\(ByteSize.text(now.bytes)) of \(ByteSize.text(now.bytesTotal))"
    }
}
