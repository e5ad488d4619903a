import SnapshotModel
import TestSupport
import Testing

@testable import ControlCLI

/// The table of commands and options, and everything that is made from it.
@Suite struct CLITableTests {
    @Test func shortFormsHaveOneMeaning() {
        let letters = OptionName.allCases.compactMap(\.letter)
        #expect(Set(letters).count == letters.count)
        #expect(String(letters.sorted()) == "0afhlnry")
    }

    @Test func optionsAreThoseOfTheContract() {
        let contract = [
            "all", "long", "last", "since", "until", "dry-run", "yes", "delete", "to", "in-place",
            "keep-newer", "label", "full", "null", "recursive", "stat", "follow", "read-data",
            "sample", "now", "deleted", "larger", "dataset",
            "socket", "store", "json", "color", "progress", "help", "version",
        ]
        #expect(Set(OptionName.allCases.map(\.rawValue)) == Set(contract))
    }

    @Test func everyOptionBelongsToACommand() {
        let used = Set(CommandTable.all.flatMap { $0.options.map(\.name) } + OptionName.global)
        #expect(used == Set(OptionName.allCases))
        #expect(CommandTable.globalOptions.map(\.name) == OptionName.global)
    }

    @Test(arguments: CommandName.allCases) func helpFitsOneScreen(command: CommandName) {
        let lines = CommandHelp.lines(command.definition)
        #expect(lines.count <= 24)
        #expect(lines.allSatisfy { $0.utf8.count <= 80 && $0.utf8.allSatisfy { $0 < 0x80 } })
        #expect(lines[0].hasPrefix("Usage: snapctl \(command.rawValue)"))
        #expect(lines.contains("EXAMPLES"))
        #expect(command.definition.options.isEmpty || lines.contains("OPTIONS"))
    }

    @Test func generalHelpAndTopicsFitOneScreen() {
        for lines in [GeneralHelp.lines] + HelpTopic.allCases.map(TopicHelp.lines) {
            #expect(lines.count <= 24)
            #expect(lines.filter { $0.utf8.count > 80 } == [])
        }
    }

    @Test func generalHelpNamesEveryCommand() {
        let text = GeneralHelp.lines.joined(separator: "\n")
        for command in CommandName.allCases where command != .help {
            #expect(text.contains(" \(command.rawValue)"), "\(command)")
        }
    }

    @Test(arguments: CommandName.allCases) func examplesParse(command: CommandName) throws {
        for example in command.definition.examples {
            let words = Self.shellWords(example.line)
            #expect(words.first == "snapctl")
            _ = try CommandLineParser.parse(words.dropFirst().map { Array($0.utf8) })
        }
    }

    @Test func commandsNamedUnderSeeAlsoExist() throws {
        for command in CommandTable.all {
            for part in command.seeAlso.split(separator: "    ")
            where part.hasPrefix("snapctl ") {
                let words = Self.shellWords(String(part)).dropFirst().map { Array($0.utf8) }
                _ = try CommandLineParser.parse(Array(words))
            }
        }
    }

    @Test func exitStatusesAreSaidOnce() {
        let lines = ExitMeaning.lines
        for code in ExitCode.allCases {
            #expect(lines.contains("  \(code.rawValue)    \(ExitMeaning.sentence(code))"))
        }
        #expect(
            ExitMeaning.short == "0 done 1 failed 2 usage 3 partly 4 not found 5 no agent 6 refused"
        )
    }

    @Test func wordsOfOtherToolsAreNoCommands() {
        let words = [
            "snapshots", "log", "backup", "create", "rm", "remove", "forget", "dump", "check",
            "fsck", "scrub", "history", "rollback", "revert", "tag", "mount",
        ]
        for word in words {
            #expect(CommandName(rawValue: word) == nil)
            #expect(!OtherToolsWords.commands(for: word).isEmpty, "\(word)")
        }
    }

    /// The words of a line up to a pipe, as a shell splits them.
    static func shellWords(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            switch (quote, character) {
            case (character, _): quote = nil
            case (nil, "'"), (nil, "\""):
                quote = character
                word = word ?? ""
            case (nil, "|"), (nil, ">"): return words
            case (nil, " "):
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
