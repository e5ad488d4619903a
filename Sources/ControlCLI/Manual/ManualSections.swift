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
        let lead =
            [".TP", ".B " + escaped(command.usage)]
            + paragraph(command.description.joined(separator: " "))
        guard !command.options.isEmpty else { return lead }
        return lead + [".RS"] + options(command.options) + [".RE"]
    }

    private static func options(_ options: [CommandOption]) -> [String] {
        options.flatMap { option in
            [".TP", ".B " + escaped(option.name.synopsis)] + paragraph(sentence(option.purpose))
        }
    }

    private static var exits: [String] {
        let codes = ExitCode.allCases.map { ("\($0.rawValue)", ExitMeaning.sentence($0)) }
        return (codes + ExitMeaning.signals).flatMap { code, meaning in
            [".TP", ".B " + code] + paragraph(meaning)
        }
    }

    private static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    /// Text in lines of at most 78 bytes of roff.
    private static func paragraph(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ").map({ escaped(String($0)) }) {
            if let last = lines.last, last.utf8.count + word.utf8.count < 78 {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(word)
            }
        }
        return lines
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
