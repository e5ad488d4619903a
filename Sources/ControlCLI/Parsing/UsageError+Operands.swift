internal import SnapshotModel

extension UsageError {
    static func operandMissing(_ definition: CommandDefinition) -> UserError {
        UserError(
            .missingOperand,
            UsageSentence.operandMissing([
                "command": definition.name.rawValue, "operands": definition.operands.synopsis,
            ]),
            remedy: UsageSentence.exampleOf(["line": operandExample(definition)]))
    }

    static func operandEmpty(_ definition: CommandDefinition) -> UserError {
        UserError(
            .missingOperand,
            UsageSentence.operandEmpty([
                "command": definition.name.rawValue, "operands": definition.operands.synopsis,
            ]),
            why: UsageSentence.whyEmpty(),
            remedy: UsageSentence.exampleOf(["line": operandExample(definition)]))
    }

    static func operandExtra(_ word: [UInt8], _ definition: CommandDefinition) -> UserError {
        UserError(
            .extraOperand,
            UsageSentence.operandExtra([
                "command": definition.name.rawValue, "word": quoted(word),
            ]),
            remedy: definition.name == .version
                ? UsageSentence.versionsOf(["path": shellWord(word)])
                : UsageSentence.helpOf(["command": definition.name.rawValue]),
            subject: String(decoding: word, as: UTF8.self))
    }

    static func whereTo(_ operands: [[UInt8]]) -> UserError {
        let typed = operands.map(shellWord).joined(separator: " ")
        return UserError(
            .whereTo, UsageSentence.whereTo(),
            remedy: UsageSentence.whereToExample(["ref": typed.isEmpty ? "42" : typed]))
    }

    static func noJSON(_ line: TypedCommand) -> UserError {
        let sentence = line.command == .help ? UsageSentence.noJSONHelp : UsageSentence.noJSON
        let command = line.command == .export ? "export REF -" : line.command.rawValue
        return UserError(
            .noJSON, sentence(["command": command]), remedy: UsageSentence.leaveOutJSON())
    }

    /// A line of the command that works, for a person who left its operands out.
    private static func operandExample(_ definition: CommandDefinition) -> String {
        switch definition.name {
        case .cat: "snapctl cat latest:notes.txt"
        case .label: "snapctl label latest \"before tax\""
        case .export: "snapctl export latest backup.zip"
        default: definition.examples.first?.line ?? definition.usage
        }
    }
}
