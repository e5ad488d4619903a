extension CompletionScript {
    /// A `#compdef` file for a directory of `fpath`.
    static var zsh: [String] {
        var lines = [
            "#compdef snapctl",
            "# zsh completion for snapctl; made by `snapctl __completions zsh`.",
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
            lines.append("                '1: : ' '*: :_files' ;;")
        }
        return lines + [
            "        help) _arguments -S $global '1: : ' '2:topic:(\(helpWords))' ;;",
            "    esac",
            "}",
            "if [[ $funcstack[1] == _snapctl ]]; then _snapctl \"$@\"; else compdef _snapctl snapctl; fi",
        ]
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
        case .directory: "_files -/"
        case .path: "_files"
        case .colorMode, .progressMode: "(\(value.choices.joined(separator: " ")))"
        case .name, .count, .percentage, .size, .moment, .text: " "
        }
    }
}
