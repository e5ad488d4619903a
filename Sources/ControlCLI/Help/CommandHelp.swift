/// What `snapctl help COMMAND` and `snapctl COMMAND --help` print, the same bytes.
enum CommandHelp {
    /// The help of a command, examples before options.
    static func lines(_ command: CommandDefinition) -> [String] {
        var lines = usage(command) + command.description + ["EXAMPLES"]
        lines += table(command.examples.map { ($0.line, $0.purpose) })
        if !command.options.isEmpty {
            lines.append("OPTIONS")
            lines += table(command.options.map { ($0.name.synopsis, $0.purpose) })
        }
        return lines + ["EXIT  " + command.exits, "SEE   " + command.seeAlso]
    }

    private static func usage(_ command: CommandDefinition) -> [String] {
        ["Usage: " + command.usage]
    }

    private static func table(_ rows: [(String, String)]) -> [String] {
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { "  " + GeneralHelp.padded($0.0, width) + $0.1 }
    }
}
