internal import SnapshotModel

/// The sections of snapctl(1) that come from the table: commands, options, exit statuses.
enum ManualSections {
    /// The lines between the markers of the manual page, in roff.
    static var lines: [String] {
        commands + [".SH OPTIONS", "These options may stand before or behind any command."]
            + options(CommandTable.globalOptions)
            + [".SH EXIT STATUS"] + exits
    }

    private static var commands: [String] {
        CommandGroup.allCases.flatMap { group in
            [".SS " + group.rawValue]
                + CommandTable.all.filter { $0.group == group }.flatMap { command($0) }
        }
    }

    private static func command(_ command: CommandDefinition) -> [String] {
        let lead = [".TP", ".B " + escaped(command.usage)] + command.description.map(escaped)
        guard !command.options.isEmpty else { return lead }
        return lead + [".RS"] + options(command.options) + [".RE"]
    }

    private static func options(_ options: [CommandOption]) -> [String] {
        options.flatMap { option in
            [".TP", ".B " + escaped(option.name.synopsis), sentence(option.purpose)]
        }
    }

    private static var exits: [String] {
        let codes = ExitCode.allCases.map { ("\($0.rawValue)", ExitMeaning.sentence($0)) }
        return (codes + ExitMeaning.signals).flatMap { [".TP", ".B " + $0.0, escaped($0.1)] }
    }

    private static func sentence(_ text: String) -> String {
        escaped(text.prefix(1).uppercased() + text.dropFirst() + ".")
    }

    /// Text in roff: dashes that can be searched and pasted, no request at the line's start.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "-": result += "\\-"
            case "\\": result += "\\e"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            case "~": result += "\\(ti"
            case "^": result += "\\(ha"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") ? "\\&" + result : result
    }
}
