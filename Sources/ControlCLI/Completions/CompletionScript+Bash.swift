extension CompletionScript {
    /// A function for `complete -F`, which needs no package beside bash.
    static var bash: [String] {
        var lines = [
            "# bash completion for snapctl; made by `snapctl __completions bash`.",
            "# A name may hold spaces and stars: it stays one answer, and readline quotes it.",
            "_snapctl_names() {",
            "    compopt -o filenames 2>/dev/null",
            "    mapfile -t COMPREPLY < <(compgen \"$1\" -- \"$current\")",
            "}",
            "_snapctl() {",
            "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}",
            "    local command= word options",
            "    COMPREPLY=()",
            "    case $previous in",
        ]
        for option in OptionName.allCases {
            guard let value = option.value else { continue }
            let answer = bashAnswer(value)
            lines.append("        \(option.typed)) \(answer); return ;;")
        }
        lines += [
            "    esac",
            "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do",
            "        case $word in",
            "            \(CommandName.allCases.map(\.rawValue).joined(separator: "|")))",
            "                command=$word; break ;;",
            "        esac",
            "    done",
            "    options='\(words(of: nil))'",
            "    case $command in",
        ]
        for command in CommandTable.all where !command.options.isEmpty {
            lines.append(
                "        \(command.name.rawValue)) options+=' \(words(of: command))' ;;")
        }
        return lines + [
            "    esac",
            "    if [[ $current == -* ]]; then",
            "        " + bashWords("\"$options\""),
            "    elif [[ -z $command ]]; then",
            "        " + bashWords("'\(commandWords)'"),
            "    elif [[ $command == help ]]; then",
            "        " + bashWords("'\(helpWords)'"),
            "    else",
            "        _snapctl_names -f",
            "    fi",
            "}",
            "complete -F _snapctl snapctl",
        ]
    }

    /// What `snapctl help` takes.
    static var helpWords: String {
        (CommandName.allCases.map(\.rawValue) + HelpTopic.allCases.map(\.rawValue))
            .joined(separator: " ")
    }

    /// What offers those of some words that begin as what is typed.
    private static func bashWords(_ words: String) -> String {
        "mapfile -t COMPREPLY < <(compgen -W \(words) -- \"$current\")"
    }

    private static func bashAnswer(_ value: OptionValue) -> String {
        switch value {
        case .directory: "_snapctl_names -d"
        case .path: "_snapctl_names -f"
        case .colorMode, .progressMode:
            bashWords("'\(value.choices.joined(separator: " "))'")
        case .name, .count, .percentage, .size, .moment, .text: "COMPREPLY=()"
        }
    }
}
