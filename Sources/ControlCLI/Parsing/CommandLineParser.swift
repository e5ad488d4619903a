internal import LinuxSystem
package import SnapshotModel

/// Reads the words of a command line by the table; nothing is guessed, near matches are offered.
package enum CommandLineParser {
    /// What the words after the program's name ask for.
    package static func parse(_ words: [[UInt8]]) throws(UserError) -> Invocation {
        if let hidden = try hiddenInvocation(words) { return hidden }
        let scanned = OptionScanner.scan(words, options: forms)
        let operands = scanned.compactMap { word in
            if case .operand(let bytes) = word { bytes } else { nil }
        }
        if has(.help, in: scanned) {
            return .help(operands.first.flatMap(commandName))
        }
        if has(.version, in: scanned) { return .version }
        guard let typed = operands.first else {
            let options = try CommandLineParser.options(scanned, of: nil)
            let overview = TypedCommand(command: .status, options: options, operands: [])
            try checkSources(overview)
            return .overview(overview)
        }
        guard let name = commandName(typed) else {
            throw UsageError.unknownCommand(typed)
        }
        let line = TypedCommand(
            command: name, options: try options(scanned, of: name.definition),
            operands: Array(operands.dropFirst()))
        if name == .help { return try helpInvocation(line) }
        try check(line)
        return .command(line)
    }

    /// Whether errors are to be JSON too: `--json` anywhere before `--`.
    package static func wantsJSON(_ words: [[UInt8]]) -> Bool {
        words.prefix { $0 != Array("--".utf8) }.contains(Array(OptionName.json.typed.utf8))
    }

    /// The table's options as the scanner wants them.
    private static let forms = OptionName.allCases.map { option in
        OptionForm(
            name: option.rawValue, letter: option.letter?.asciiValue,
            takesValue: option.value != nil)
    }

    /// The words that only the package's own files use.
    private static func hiddenInvocation(_ words: [[UInt8]]) throws(UserError) -> Invocation? {
        let texts = words.prefix(2).map { String(decoding: $0, as: UTF8.self) }
        switch texts.first {
        case "__manual": return .manual
        case "__completions":
            return texts.last.flatMap(CompletionShell.init(rawValue:)).map(Invocation.completions)
        case "__words":
            guard let kind = texts.last.flatMap(CompletionWords.init(rawValue:)),
                case .command(let line) = try parse([Array("list".utf8)] + words.dropFirst(2))
            else { return nil }
            return .words(kind, line)
        default: return nil
        }
    }

    private static func has(_ option: OptionName, in scanned: [ScannedWord]) -> Bool {
        scanned.contains { word in
            if case .option(let place, _) = word {
                OptionName.allCases[place] == option
            } else {
                false
            }
        }
    }

    private static func commandName(_ word: [UInt8]) -> CommandName? {
        String(validating: word, as: UTF8.self).flatMap(CommandName.init(rawValue:))
    }

    /// The options given, each checked against the command's row of the table.
    private static func options(
        _ scanned: [ScannedWord], of definition: CommandDefinition?
    ) throws(UserError) -> [OptionName: [UInt8]] {
        var options: [OptionName: [UInt8]] = [:]
        for word in scanned {
            switch word {
            case .operand: continue
            case .option(let place, let value):
                let option = OptionName.allCases[place]
                guard definition?.takes(option) ?? OptionName.global.contains(option) else {
                    throw UsageError.unknownOption(Array(option.typed.utf8), of: definition)
                }
                try checkValue(value ?? [], of: option, definition)
                options[option] = value ?? []
            case .unknown(let typed):
                throw UsageError.unknownOption(typed, of: definition)
            case .valueMissing(let place):
                throw UsageError.valueMissing(OptionName.allCases[place], definition)
            case .valueNeedless(let place, let typed):
                throw UsageError.valueNeedless(OptionName.allCases[place], typed)
            }
        }
        return options
    }

    private static func helpInvocation(_ line: TypedCommand) throws(UserError) -> Invocation {
        try check(line)
        guard let topic = line.operands.first else { return .help(nil) }
        if let command = commandName(topic) { return .help(command) }
        let text = String(decoding: topic, as: UTF8.self)
        guard let topic = HelpTopic(rawValue: text) else {
            throw UsageError.unknownTopic(topic)
        }
        return .topic(topic)
    }
}
