extension CompletionScript {
    /// A `#compdef` file for a directory of `fpath`.
    static var zsh: [String] {
        var lines = [
            "#compdef snapctl",
            "# zsh completion for snapctl; made by `snapctl __completions zsh`.",
        ]
        lines += zshHelpers
        lines += [
            "_snapctl() {",
            "    local -a global commands",
            "    global=(",
        ]
        lines += CommandTable.globalOptions.map { "        " + zshSpecification($0) }
        lines += ["    )", "    commands=("]
        lines += CommandTable.all.map { command in
            "        " + zshQuoted("\(command.name.rawValue):\(command.summary)")
        }
        lines += [
            "    )",
            "    local word command=",
            "    for word in \"${(@)words[2,CURRENT-1]}\"; do",
            "        if (( ${commands[(I)$word:*]} )); then command=$word; break; fi",
            "    done",
            "    case $command in",
            "        '') _arguments -S $global '1: :{_describe command commands}' '*: :_files' ;;",
        ]
        for command in CommandTable.all where command.name != .help {
            lines.append("        \(command.name.rawValue))")
            lines.append("            _arguments -S $global \\")
            lines += command.options.map { "                \(zshSpecification($0)) \\" }
            lines.append("                \(zshOperands(of: command)) ;;")
        }
        return lines + [
            "        help) _arguments -S $global '1: : ' '2:topic:(\(helpWords))' ;;",
            "    esac",
            "}",
            "if [[ $funcstack[1] == _snapctl ]]; then _snapctl \"$@\"; else compdef _snapctl snapctl; fi",
        ]
    }

    /// What snapctl itself knows: numbers, labels, datasets.
    private static var zshHelpers: [String] {
        #"""
        # What snapctl itself knows, asked where the options typed so far say.
        _snapctl_words() {
            local -a where found
            local -i i
            local word
            for (( i = 2; i < CURRENT; i++ )); do
                case $words[i] in
                    --dataset|--socket|--store)
                        (( i + 1 < CURRENT )) && where+=($words[i] "${${(Q)words[i+1]}/#\~\//$HOME/}") ;;
                    --dataset=*|--socket=*|--store=*) where+=("${(Q)words[i]}") ;;
                esac
            done
            for word in ${(f)"$("${${(Q)words[1]}/#\~\//$HOME/}" __words $1 $where 2>/dev/null)"}; do
                found+=("${${word%%$'\t'*}//:/\\:}:${word#*$'\t'}")
            done
            _describe "$1" found -o nosort
        }
        """#.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func zshOperands(of command: CommandDefinition) -> String {
        let operands = command.completedOperands
        let places = operands.enumerated().map { place, operand in
            let isOpen = command.lastOperandRepeats && place == operands.count - 1
            let action =
                switch operand {
                case .nothing: " : "
                case .files: " :_files"
                case .words(let words): "snapshot: _snapctl_words \(words.rawValue)"
                case .wordsOrFiles(let words): "snapshot:{_snapctl_words \(words.rawValue); _files}"
                }
            return "'\(isOpen ? "*" : "\(place + 2)"):\(action)'"
        }
        return (["'1: : '"] + places).joined(separator: " ")
    }

    private static func zshSpecification(_ option: CommandOption) -> String {
        let purpose = option.purpose.split(separator: ":").joined(separator: "\\:")
        let value =
            option.name.value.map { ":\($0.placeholder.lowercased()):\(zshAction($0))" } ?? ""
        guard let letter = option.name.letter else {
            let equals = option.name.value == nil ? "" : "="
            return zshQuoted("\(option.name.typed)\(equals)[\(purpose)]\(value)")
        }
        return "{-\(letter),\(option.name.typed)}" + zshQuoted("[\(purpose)]\(value)")
    }

    private static func zshQuoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false).joined(
                separator: "'\\''")
            + "'"
    }

    private static func zshAction(_ value: OptionValue) -> String {
        switch value {
        case .name: " _snapctl_words datasets"
        case .directory: "_files -/"
        case .path: "_files"
        case .colorMode, .progressMode: "(\(value.choices.joined(separator: " ")))"
        case .count, .percentage, .size, .moment, .text: " "
        }
    }
}
