internal import SnapshotModel

extension CommandLineParser {
    /// Checks what the table knows of a whole command line: operands, and options that exclude each other.
    static func check(_ line: TypedCommand) throws(UserError) {
        let definition = line.command.definition
        guard line.operands.count >= definition.operands.least else {
            throw UsageError.operandMissing(definition)
        }
        if let most = definition.operands.most, line.operands.count > most {
            throw UsageError.operandExtra(line.operands[most], definition)
        }
        for (index, operand) in line.operands.enumerated()
        where operand.isEmpty && index != definition.operands.mayBeEmpty {
            throw UsageError.operandEmpty(definition)
        }
        if line.has(.json), !definition.hasJSON || writesToStandardOutput(line) {
            throw UsageError.noJSON(line)
        }
        try checkSources(line)
        if line.has(.store), !definition.worksOffline,
            line.command != .version, line.command != .help
        {
            throw UsageError.notOffline(definition)
        }
        if line.has(.sample), !line.has(.readData) {
            throw UserError(
                .optionValue, UsageSentence.sampleAlone(),
                remedy: UsageSentence.exampleOf([
                    "line": "snapctl verify --read-data --sample 5%"
                ]))
        }
        guard line.command == .restore else { return }
        switch (line.has(.inPlace), line.has(.to)) {
        case (false, false): throw UsageError.whereTo(line.operands)
        case (true, true):
            throw UserError(
                .optionValue, UsageSentence.bothPlaces(), remedy: UsageSentence.onePlace())
        default: break
        }
    }

    /// Checks that the answer has one source.
    static func checkSources(_ line: TypedCommand) throws(UserError) {
        guard line.has(.store), line.has(.socket) else { return }
        throw UserError(.optionValue, UsageSentence.bothSources(), remedy: UsageSentence.onePlace())
    }

    /// Whether a command line streams a zip where the JSON would go.
    private static func writesToStandardOutput(_ line: TypedCommand) -> Bool {
        line.command == .export && line.operands.last == [UInt8(ascii: "-")]
    }

    /// Checks an option's value as far as the table says what it is.
    static func checkValue(
        _ value: [UInt8], of option: OptionName, _ definition: CommandDefinition?
    ) throws(UserError) {
        guard let kind = option.value else { return }
        switch kind {
        case .path, .directory:
            if value.isEmpty { throw UsageError.valueMissing(option, definition) }
        case .count:
            guard let text = String(validating: value, as: UTF8.self), let number = Int(text),
                number > 0
            else { throw UsageError.badNumber(option, value, definition) }
        case .percentage:
            guard OptionValue.share(value) != nil else {
                throw UsageError.badPercentage(option, value, definition)
            }
        case .size:
            guard let text = String(validating: value, as: UTF8.self),
                ByteSize.parse(text) != nil
            else { throw UsageError.badSize(option, value) }
        case .colorMode, .progressMode:
            guard let text = String(validating: value, as: UTF8.self), kind.choices.contains(text)
            else { throw UsageError.badChoice(option, value) }
        case .name, .moment, .text:
            guard String(validating: value, as: UTF8.self) != nil else {
                throw UserError(
                    .optionValue,
                    UsageSentence.notText(["option": option.typed, "word": quoted(value)]),
                    remedy: UsageSentence.otherValue(["value": kind.placeholder]))
            }
        }
    }
}
