internal import ControlProtocol
internal import SnapshotModel

/// What `ls` looks like: names, or a line of facts with the name last.
struct LsRendering: Sendable {
    let report: LsReport
    let isLong: Bool
    let screen: Screen
    let context: ReadingContext

    /// The lines of the answer.
    var rendering: Rendering {
        guard isLong else {
            return Rendering(answer: report.entries.map(shortLine))
        }
        var columns = [
            TableColumn(title: "MODE", vanishes: 3), TableColumn(title: "OWNER", vanishes: 2),
            TableColumn(title: "GROUP", vanishes: 2),
            TableColumn(title: "SIZE", isNumber: true, least: 8),
            TableColumn(title: "CHANGED", vanishes: 1), TableColumn(title: "NAME"),
        ]
        var rows = report.entries.map { entry in
            [
                Self.mode(entry), entry.user ?? "\(entry.uid)", entry.group ?? "\(entry.gid)",
                entry.type == .file ? context.size(entry.size) : "", context.minute(entry.mtime),
                longName(entry),
            ].map { [StyledText($0)] }
        }
        if report.entries.contains(where: { $0.missing != nil }) {
            // Before the name, which may be cut at the screen's edge.
            columns.insert(TableColumn(title: ""), at: columns.count - 1)
            for (row, entry) in report.entries.enumerated() {
                rows[row].insert(
                    [StyledText(mark(entry) ?? "", .alarm)], at: columns.count - 2)
            }
        }
        return Rendering(
            answer: TextTable(columns: columns, rows: rows)
                .lines(columns: screen.columns, heading: false))
    }

    /// The raw names, each ended by a NUL.
    var rawNames: [UInt8] {
        Array(report.entries.map { relativePath($0) + [0] }.joined())
    }

    /// The entry's path from the directory that was asked for; a file asked for by name keeps its name.
    private func relativePath(_ entry: EntryReport) -> [UInt8] {
        let (path, base) = (entry.bytePath, report.bytePath)
        if path == base { return path.isRoot ? [UInt8(ascii: ".")] : path.name }
        guard !base.isRoot, path.isInside(base) else { return path.bytes }
        return Array(path.bytes.dropFirst(base.bytes.count + 1))
    }

    private func shownName(_ entry: EntryReport) -> String {
        context.name(relativePath(entry)) + (entry.type == .directory ? "/" : "")
    }

    /// The name; on a terminal, as scripts take a line for a name, also what is wrong with its content.
    private func shortLine(_ entry: EntryReport) -> OutputLine {
        guard screen.isTerminal, let mark = mark(entry) else {
            return OutputLine(shownName(entry), overflow: .cut)
        }
        return OutputLine([StyledText(shownName(entry) + "  "), StyledText(mark, .alarm)])
    }

    private func mark(_ entry: EntryReport) -> String? {
        switch entry.missing {
        case .unreadable: LookSentence.unreadable()
        case .torn: LookSentence.lsTorn()
        case .tooLarge: LookSentence.lsTooLarge()
        case .unlisted: LookSentence.lsUnlisted()
        case .damaged: LookSentence.lsLost()
        case nil: nil
        }
    }

    private func longName(_ entry: EntryReport) -> String {
        guard let target = entry.targetBytes else { return shownName(entry) }
        return LookSentence.linkName([
            "name": shownName(entry), "target": context.name(target),
        ])
    }

    /// The type and the permissions as `ls` writes them, such as `-rw-r--r--`.
    static func mode(_ entry: EntryReport) -> String {
        let type =
            switch entry.type {
            case .file: "-"
            case .directory: "d"
            case .link: "l"
            case .fifo: "p"
            case .socket: "s"
            case .characterDevice: "c"
            case .blockDevice: "b"
            }
        let mode = UInt32(entry.mode, radix: 8) ?? 0
        func triple(_ shift: UInt32, _ special: UInt32, _ letter: String) -> String {
            let bits = mode >> shift
            let execute = bits & 1 != 0
            let last =
                mode & special != 0
                ? (execute ? letter : letter.uppercased()) : (execute ? "x" : "-")
            return (bits & 4 != 0 ? "r" : "-") + (bits & 2 != 0 ? "w" : "-") + last
        }
        return type + triple(6, 0o4000, "s") + triple(3, 0o2000, "s") + triple(0, 0o1000, "t")
    }
}
