extension CompletionScript {
    /// A function for `complete -F`, which needs no package beside bash.
    static var bash: [String] {
        var lines = bashHelpers + ["    case $previous in"]
        for option in OptionName.allCases {
            guard let value = option.value else { continue }
            lines.append("        \(option.typed)) \(bashAnswer(value)); return ;;")
        }
        lines += ["    esac", "    options='\(words(of: nil))'", "    case $command in"]
        for command in CommandTable.all where !command.options.isEmpty {
            lines.append(
                "        \(command.name.rawValue)) options+=' \(words(of: command))' ;;")
        }
        lines += [
            "    esac",
            "    if [[ $current == -* ]]; then",
            "        " + bashWords("\"$options\""),
            "        return",
            "    fi",
            "    case $command:$place in",
            "        :*) \(bashWords("'\(commandWords)'")) ;;",
            "        *:path) _snapctl_names -f ;;",
            "        help:0) \(bashWords("'\(helpWords)'")) ;;",
        ]
        for command in CommandTable.all where command.name != .help {
            lines += bashOperands(of: command)
        }
        return lines + ["    esac", "}", "complete -F _snapctl snapctl"]
    }

    /// What `snapctl help` takes.
    static var helpWords: String {
        (CommandName.allCases.map(\.rawValue) + HelpTopic.allCases.map(\.rawValue))
            .joined(separator: " ")
    }

    private static func bashOperands(of command: CommandDefinition) -> [String] {
        let operands = command.completedOperands
        return operands.indices.compactMap { place in
            let action: String
            switch operands[place] {
            case .nothing: return nil
            case .files: action = "_snapctl_names -f"
            case .words(let words): action = "_snapctl_words \(words.rawValue)"
            case .wordsOrFiles(let words):
                action = "_snapctl_names -f; _snapctl_words \(words.rawValue) raw"
            }
            let isOpen = command.lastOperandRepeats && place == operands.count - 1
            return "        \(command.name.rawValue):\(isOpen ? "*" : "\(place)")) \(action) ;;"
        }
    }

    /// What offers those of some words that begin as what is typed.
    private static func bashWords(_ words: String) -> String {
        "mapfile -t COMPREPLY < <(compgen -W \(words) -- \"$current\")"
    }

    private static func bashAnswer(_ value: OptionValue) -> String {
        switch value {
        case .name: "_snapctl_words datasets"
        case .directory: "_snapctl_names -d"
        case .path: "_snapctl_names -f"
        case .colorMode, .progressMode:
            bashWords("'\(value.choices.joined(separator: " "))'")
        case .count, .percentage, .size, .moment, .text: "COMPREPLY=()"
        }
    }
}
