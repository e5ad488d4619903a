internal import ControlProtocol
internal import SnapshotModel

/// The notes of a snapshot: its states in brackets, then its label.
enum SnapshotNotes {
    /// The notes as pieces of a line, the label last.
    static func pieces(_ row: SnapshotRow, _ context: ReadingContext) -> [StyledText] {
        let label = row.label.map { context.name(Array($0.utf8)) }
        let words =
            states(row, context).map { StyledText($0, .caution) }
            + (label.map { [StyledText($0)] } ?? [])
        return Array(words.map { [$0] }.joined(separator: [StyledText(" ")]))
    }

    private static func states(_ row: SnapshotRow, _ context: ReadingContext) -> [String] {
        var states: [String] = []
        if row.pinned { states.append(LookSentence.pinned()) }
        if let count = row.missing, count > 0 {
            states.append(LookSentence.missing(["count": "\(count)"]))
        }
        if row.state == .expired {
            states.append(
                row.expires.map {
                    timeLeft(until: $0, context).map { LookSentence.expiredFor(["age": $0]) }
                        ?? LookSentence.expiredSoon()
                } ?? LookSentence.expired())
        }
        if row.flags.contains(.future) { states.append(LookSentence.future()) }
        if row.isUnreadable {
            states.append(LookSentence.unreadable())
        } else if row.flags.contains(.damaged) {
            states.append(LookSentence.damaged())
        }
        return states
    }

    /// How long it is until a moment, in one unit; `nil` if it is over.
    static func timeLeft(until moment: FileTime, _ context: ReadingContext) -> String? {
        let age = context.age(moment)
        return age.hasPrefix("+") ? String(age.dropFirst()) : nil
    }
}
