internal import ControlProtocol
internal import SnapshotModel

/// What `versions` looks like: one line for each version with the snapshots that have it.
struct VersionsRendering: Sendable {
    let report: VersionsReport
    let screen: Screen
    let context: ReadingContext
    /// What of the command line the way back repeats.
    var typed = Typed()

    /// What of the command line the way back repeats.
    struct Typed: Sendable {
        /// The path.
        var path: [UInt8] = []
        /// The options that choose where to look, each with a space before it.
        var options = ""
    }

    /// The table, and on a terminal how to get back the version that one is most likely to want.
    var rendering: Rendering {
        let columns = [
            TableColumn(title: LookSentence.versionsIn()),
            TableColumn(title: LookSentence.versionsChanged(), vanishes: 2),
            TableColumn(title: LookSentence.versionsAge(), isNumber: true, vanishes: 1),
            TableColumn(title: LookSentence.versionsSize(), isNumber: true, least: 8),
            TableColumn(title: LookSentence.versionsWhat()),
        ]
        let rows = report.versions.map { version in
            [
                range(version), context.minute(version.mtime), context.age(version.mtime),
                version.type == .file ? context.size(version.size) : "", what(version),
            ].map { [StyledText($0)] }
        }
        var rendering = Rendering(
            answer: TextTable(columns: columns, rows: rows)
                .lines(columns: screen.columns, heading: screen.isTerminal))
        if screen.isTerminal, let back { rendering.conversation.append(OutputLine(back)) }
        return rendering
    }

    private func range(_ version: VersionItem) -> String {
        guard let first = version.first, let last = version.last else {
            return LookSentence.versionLive()
        }
        return first == last ? "\(first)" : "\(first)..\(last)"
    }

    private func what(_ version: VersionItem) -> String {
        var words = [began(version)]
        if let missing = version.missing {
            words.append(
                missing == .torn ? LookSentence.versionTorn() : LookSentence.versionMissing())
        }
        if version.bytePath != report.bytePath {
            words.append(LookSentence.versionPath(["path": context.name(version.bytePath)]))
        }
        if let gone = version.gone {
            let places = [
                "number": "\(gone)", "path": version.pathAfter.map { context.name($0) } ?? "",
            ]
            words.append(
                version.pathAfter == nil
                    ? LookSentence.versionGone(places) : LookSentence.versionMoved(places))
        }
        return words.joined(separator: LookSentence.versionAnd())
    }

    private func began(_ version: VersionItem) -> String {
        switch version.event {
        case .added: LookSentence.versionNew()
        case .present: LookSentence.versionPresent()
        case .moved: LookSentence.versionMovedHere()
        case .changed: LookSentence.versionChanged()
        case .metadata:
            version.fields.map { DiffRendering.field($0, context) }
                .joined(separator: LookSentence.versionAnd())
        case .type: LookSentence.versionType(["type": version.type.rawValue])
        case .unsaved: LookSentence.versionUnsaved()
        }
    }

    /// The last version before the present one, or the last of a path that is gone.
    private var back: String? {
        let saved = report.versions.filter { $0.last != nil && ($0.missing ?? .torn) == .torn }
        guard let newest = saved.last else { return nil }
        let isThere = newest.gone == nil && newest.bytePath == report.bytePath
        let isNewestLost = report.versions.last?.event == .unsaved || newest.live == false
        let wanted = isThere && !isNewestLost ? saved.dropLast().last : newest
        guard let wanted, let last = wanted.last else { return nil }
        // What begins with a dash would be an option.
        let dash = typed.path.first == UInt8(ascii: "-") ? Array("./".utf8) : []
        let path =
            wanted.bytePath == report.bytePath
            ? "\(last) \(shellWord(dash + typed.path))"
            : shellWord(Array("\(last):".utf8) + wanted.bytePath.bytes)
        return LookSentence.versionBack(["path": path, "options": typed.options])
    }
}
