extension CompletionScript {
    /// `complete` lines for a directory of `fish_complete_path`.
    static var fish: [String] {
        var lines = [
            "# fish completion for snapctl; made by `snapctl __completions fish`.",
            "set -l commands \(commandWords)",
        ]
        lines += CommandTable.all.map { command in
            "complete -c snapctl -f -n \"not __fish_seen_subcommand_from $commands\""
                + " -a \(command.name.rawValue) -d \(fishQuoted(command.summary))"
        }
        lines += CommandTable.globalOptions.map { "complete -c snapctl" + fishOption($0) }
        for command in CommandTable.all {
            lines += command.options.map { option in
                "complete -c snapctl -n \"__fish_seen_subcommand_from \(command.name.rawValue)\""
                    + fishOption(option)
            }
        }
        lines.append(
            "complete -c snapctl -f -n \"__fish_seen_subcommand_from help\" -a \"\(helpWords)\"")
        return lines
    }

    private static func fishOption(_ option: CommandOption) -> String {
        let letter = option.name.letter.map { " -s \($0)" } ?? ""
        let value =
            switch option.name.value {
            case nil: ""
            case .directory: " -x -a \"(__fish_complete_directories)\""
            case .path: " -r -F"
            case .some(let value):
                value.choices.isEmpty ? " -x" : " -x -a \"\(value.choices.joined(separator: " "))\""
            }
        return "\(letter) -l \(option.name.rawValue)\(value) -d \(fishQuoted(option.purpose))"
    }

    private static func fishQuoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
            + "'"
    }
}
