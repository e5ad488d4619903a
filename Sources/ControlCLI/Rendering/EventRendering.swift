internal import ControlProtocol
internal import SnapshotModel

/// What an event looks like: when, where, what, in one line.
struct EventRendering: Sendable {
    let context: ReadingContext

    /// The line of an event.
    func line(_ event: EventReport) -> OutputLine {
        let isAlarm = event.event == .alarm
        let detail =
            event.snapshot.map {
                StatusSentence.eventDetail(["number": "\($0)", "detail": event.detail])
            } ?? event.detail
        let word = GeneralHelp.padded(event.event.rawValue, 9)
        return OutputLine(
            [
                StyledText(context.second(event.time) + "  "),
                StyledText((event.dataset ?? "-") + "  "),
                StyledText(word, isAlarm ? .alarm : .plain),
                StyledText(" " + context.name(Array(detail.utf8))),
            ], overflow: .wrap(indent: 4))
    }
}
