extension CompletionScript {
    /// `complete` lines for a directory of `fish_complete_path`.
    static var fish: [String] {
        var lines = fishHelpers
        lines.append("set -l commands \(commandWords)")
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
            lines += fishOperands(of: command)
        }
        return lines
    }

    /// What tells which operand is typed, and what snapctl itself knows.
    private static var fishHelpers: [String] {
        let options = OptionName.allCases.filter { $0.value != nil }.map(\.typed)
        return #"""
            # fish completion for snapctl; made by `snapctl __completions fish`.
            # The options that say where to look, and how many words stand behind the command.
            function __snapctl_typed
                set -l words (commandline -opc)
                set -l place -1
                set -l i 2
                while test $i -le (count $words)
                    switch $words[$i]
                        case \#(options.joined(separator: " "))
                            set -l value (math $i + 1)
                            if test "$argv[1]" = where -a $value -le (count $words)
                                and contains -- $words[$i] --dataset --socket --store
                                echo $words[$i]
                                string replace -r '^~/' "$HOME/" -- $words[$value]
                            end
                            set i $value
                        case '--dataset=*' '--socket=*' '--store=*'
                            test "$argv[1]" = where; and echo $words[$i]
                        case '-*'
                        case '*'
                            set place (math $place + 1)
                    end
                    set i (math $i + 1)
                end
                test "$argv[1]" = place; and echo $place
            end
            function __snapctl_at
                __fish_seen_subcommand_from $argv[1]; or return 1
                set -l place (__snapctl_typed place)
                test $place -ge $argv[2]; and test $place -le $argv[3]
            end
            function __snapctl_words
                set -l words (commandline -opc)
                $words[1] __words $argv[1] (__snapctl_typed where) 2>/dev/null
            end
            """#.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func fishOperands(of command: CommandDefinition) -> [String] {
        let operands = command.completedOperands
        guard command.name != .help else {
            return [
                "complete -c snapctl -f -n \"__snapctl_at help 0 0\" -a \"\(helpWords)\""
            ]
        }
        let places = operands.enumerated().map { place, operand in
            let isOpen = command.lastOperandRepeats && place == operands.count - 1
            let condition =
                "\"__snapctl_at \(command.name.rawValue) \(place) \(isOpen ? 999 : place)\""
            let answer =
                switch operand {
                case .nothing: " -f"
                case .files: " -F"
                case .words(let words): " -f -k -a \"(__snapctl_words \(words.rawValue))\""
                case .wordsOrFiles(let words): " -F -k -a \"(__snapctl_words \(words.rawValue))\""
                }
            return "complete -c snapctl -n \(condition)" + answer
        }
        guard !command.lastOperandRepeats else { return places }
        return places + [
            "complete -c snapctl -f -n \"__snapctl_at \(command.name.rawValue) \(operands.count) 999\""
        ]
    }

    private static func fishOption(_ option: CommandOption) -> String {
        let letter = option.name.letter.map { " -s \($0)" } ?? ""
        let value =
            switch option.name.value {
            case nil: ""
            case .name: " -x -a \"(__snapctl_words datasets)\""
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
