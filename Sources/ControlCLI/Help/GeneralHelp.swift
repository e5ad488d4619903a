/// What `snapctl --help` prints: every command on one screen, grouped by what a person wants.
enum GeneralHelp {
    static var lines: [String] {
        var lines = [
            "snapctl - see, get back and keep what snapagent saves",
            "Usage: snapctl [OPTION...] COMMAND [ARGUMENT...]",
        ]
        for group in CommandGroup.allCases {
            var label = group.rawValue
            for command in CommandTable.all
            where command.group == group && !command.overview.isEmpty {
                lines.append(padded(label, 10) + padded(command.overview, 24) + command.summary)
                label = ""
            }
        }
        return lines + [
            "Options   --dataset NAME  --store DIR  --socket PATH  --json  --color WHEN  -h",
            "Exit      " + ExitMeaning.short,
            "Next      snapctl help restore    snapctl help ref    man snapctl",
        ]
    }

    /// Text with spaces up to a column; ASCII only, so a character is a column.
    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
