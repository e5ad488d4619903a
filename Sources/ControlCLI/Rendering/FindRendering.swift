internal import ControlProtocol
internal import SnapshotModel

/// What `find` looks like: one line for each path with the snapshots that have it.
struct FindRendering: Sendable {
    let report: FindReport
    /// Whether only what is deleted was asked for, so that a path is likely to be wanted back.
    let isDeleted: Bool
    let screen: Screen
    let context: ReadingContext
    /// The options that say where to look, to be repeated, each with a space before it.
    var options = ""

    /// The table, and on a terminal how to get the last path back.
    var rendering: Rendering {
        let columns = [
            TableColumn(title: LookSentence.versionsIn()),
            TableColumn(title: LookSentence.findLastSeen(), vanishes: 2),
            TableColumn(title: LookSentence.versionsAge(), isNumber: true, vanishes: 1),
            TableColumn(title: LookSentence.versionsSize(), isNumber: true, least: 8),
            TableColumn(title: LookSentence.findPath()),
        ]
        let rows = report.matches.map { match in
            [
                match.first == match.last ? "\(match.first)" : "\(match.first)..\(match.last)",
                context.minute(match.lastSeen), context.age(match.lastSeen),
                match.type == .file ? context.size(match.size) : "",
                context.name(match.bytePath) + (match.type == .directory ? "/" : ""),
            ].map { [StyledText($0)] }
        }
        var rendering = Rendering(
            answer: TextTable(columns: columns, rows: rows)
                .lines(columns: screen.columns, heading: screen.isTerminal))
        if screen.isTerminal, isDeleted, let last = report.matches.last {
            let path = shellWord(Array("\(last.last):".utf8) + last.bytePath.bytes)
            rendering.conversation.append(
                OutputLine(LookSentence.versionBack(["path": path, "options": options])))
        }
        return rendering
    }

    /// The raw paths, each ended by a NUL.
    var rawPaths: [UInt8] { Array(report.matches.map { $0.bytePath.bytes + [0] }.joined()) }
}
