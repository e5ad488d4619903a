internal import SnapshotModel

/// A typed word in a message: in quotes, or in its own where it holds anything odd.
func quoted(_ word: [UInt8]) -> String {
    let shown = displayName(word)
    return shown.hasPrefix("$'") ? shown : "\"\(shown)\""
}

/// The errors of command lines that the table does not allow.
enum UsageError {
    static func unknownCommand(_ word: [UInt8]) -> UserError {
        let text = String(decoding: word, as: UTF8.self)
        let meant = OtherToolsWords.commands(for: text)
        if !meant.isEmpty {
            let lines = meant.map(\.definition.plainUsage).joined(separator: "; ")
            return UserError(
                .unknownCommand, UsageSentence.unknownCommand(["word": quoted(word)]),
                remedy: UsageSentence.otherWord(["near": lines]), subject: text,
                near: meant.map(\.rawValue))
        }
        let near = EditDistance.near(text, among: CommandName.allCases.map(\.rawValue))
        return UserError(
            .unknownCommand, UsageSentence.unknownCommand(["word": quoted(word)]),
            remedy: near.isEmpty
                ? UsageSentence.allCommands()
                : UsageSentence.didYouMean(["near": near.joined(separator: ", ")]),
            subject: text, near: near)
    }

    static func unknownTopic(_ word: [UInt8]) -> UserError {
        let text = String(decoding: word, as: UTF8.self)
        let topics = CommandName.allCases.map(\.rawValue) + HelpTopic.allCases.map(\.rawValue)
        let near = EditDistance.near(text, among: topics)
        return UserError(
            .unknownCommand, UsageSentence.unknownTopic(["word": quoted(word)]),
            remedy: near.isEmpty
                ? UsageSentence.allCommands()
                : UsageSentence.didYouMean(["near": near.joined(separator: ", ")]),
            subject: text, near: near)
    }

    static func unknownOption(_ word: [UInt8], of definition: CommandDefinition?) -> UserError {
        let typed = String(decoding: word.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        let takes = OptionName.allCases.filter { option in
            definition?.takes(option) ?? OptionName.global.contains(option)
        }.map(\.typed)
        let longer = typed.count > 2 ? takes.filter { $0.hasPrefix(typed) } : []
        let near = longer.isEmpty ? EditDistance.near(typed, among: takes) : longer
        let command = definition?.name.rawValue ?? "snapctl"
        let offered =
            typed.hasPrefix("--") && !near.isEmpty
            ? UsageSentence.typeInFull(["near": near.joined(separator: ", ")])
            : helpRemedy(definition)
        return UserError(
            .unknownOption,
            UsageSentence.unknownOption([
                "command": command, "word": displayName(Array(typed.utf8)),
            ]),
            remedy: offered, subject: typed, near: typed.hasPrefix("--") ? near : [])
    }

    static func notOffline(_ definition: CommandDefinition) -> UserError {
        UserError(
            .unknownOption, UsageSentence.notOffline(["command": definition.name.rawValue]),
            why: UsageSentence.whyNotOffline(), remedy: UsageSentence.leaveOutStore(),
            subject: OptionName.store.typed)
    }

    static func valueMissing(_ option: OptionName, _ definition: CommandDefinition?) -> UserError {
        let value = option.value?.placeholder ?? ""
        return UserError(
            .optionValue, UsageSentence.valueMissing(["option": option.typed, "value": value]),
            remedy: helpRemedy(definition), subject: option.typed)
    }

    static func valueNeedless(_ option: OptionName, _ word: [UInt8]) -> UserError {
        let value = word.drop { $0 != UInt8(ascii: "=") }
        return UserError(
            .optionValue, UsageSentence.valueNeedless(["option": option.typed]),
            remedy: UsageSentence.leaveOutValue(["value": displayName(Array(value))]),
            subject: option.typed)
    }

    static func badNumber(
        _ option: OptionName, _ word: [UInt8], _ definition: CommandDefinition?
    ) -> UserError {
        let command = definition?.name ?? .list
        return UserError(
            .optionValue,
            UsageSentence.badNumber(["option": option.typed, "word": quoted(word)]),
            remedy: UsageSentence.exampleOf([
                "line": "snapctl \(command.rawValue) \(option.typed) 10"
            ]),
            subject: String(decoding: word, as: UTF8.self))
    }

    static func badPercentage(
        _ option: OptionName, _ word: [UInt8], _ definition: CommandDefinition?
    ) -> UserError {
        let command = definition?.name ?? .verify
        return UserError(
            .optionValue,
            UsageSentence.badPercentage(["option": option.typed, "word": quoted(word)]),
            remedy: UsageSentence.exampleOf([
                "line": "snapctl \(command.rawValue) --read-data \(option.typed) 5%"
            ]),
            subject: String(decoding: word, as: UTF8.self))
    }

    static func badSize(_ option: OptionName, _ word: [UInt8]) -> UserError {
        UserError(
            .optionValue, UsageSentence.badSize(["option": option.typed, "word": quoted(word)]),
            remedy: UsageSentence.badSizeExample(["option": option.typed]),
            subject: String(decoding: word, as: UTF8.self))
    }

    static func badChoice(_ option: OptionName, _ word: [UInt8]) -> UserError {
        let choices = option.value?.choices ?? []
        return UserError(
            .optionValue,
            UsageSentence.badChoice([
                "option": option.typed, "value": choices.joined(separator: ", "),
                "word": quoted(word),
            ]),
            remedy: UsageSentence.exampleOf(["line": "\(option.typed) \(choices.first ?? "")"]),
            subject: String(decoding: word, as: UTF8.self), near: choices)
    }

    private static func helpRemedy(_ definition: CommandDefinition?) -> String {
        guard let definition else { return UsageSentence.allCommands() }
        return UsageSentence.helpOf(["command": definition.name.rawValue])
    }
}
