extension CompletionScript {
    /// A function for `complete -F`, which needs no package beside bash.
    static var bash: [String] {
        var lines = [
            "# bash completion for snapctl; made by `snapctl __completions bash`.",
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
            "        COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))",
            "    elif [[ -z $command ]]; then",
            "        COMPREPLY=($(compgen -W '\(commandWords)' -- \"$current\"))",
            "    elif [[ $command == help ]]; then",
            "        COMPREPLY=($(compgen -W '\(helpWords)' -- \"$current\"))",
            "    else",
            "        compopt -o filenames 2>/dev/null",
            "        COMPREPLY=($(compgen -f -- \"$current\"))",
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

    private static func bashAnswer(_ value: OptionValue) -> String {
        switch value {
        case .directory: "COMPREPLY=($(compgen -d -- \"$current\"))"
        case .path: "COMPREPLY=($(compgen -f -- \"$current\"))"
        case .colorMode, .progressMode:
            "COMPREPLY=($(compgen -W '\(value.choices.joined(separator: " "))' -- \"$current\"))"
        case .name, .count, .percentage, .size, .moment, .text: "COMPREPLY=()"
        }
    }
}
