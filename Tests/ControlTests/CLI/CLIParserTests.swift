import SnapshotModel
import Testing

@testable import ControlCLI

/// What command lines mean, and the exact words about those that mean nothing.
@Suite struct CLIParserTests {
    static func words(_ line: String) -> [[UInt8]] {
        line.split(separator: " ").map { Array($0.utf8) }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var line: String
        var code: ErrorCode
        var message: String
        var remedy: String
        var testDescription: String { line }
    }

    static let refusals = [
        Refusal(
            line: "lst", code: .unknownCommand, message: #"no command "lst""#,
            remedy: "did you mean ls, list?"),
        Refusal(
            line: "frobnicate", code: .unknownCommand, message: #"no command "frobnicate""#,
            remedy: "snapctl --help"),
        Refusal(
            line: "snapshots", code: .unknownCommand, message: #"no command "snapshots""#,
            remedy: "snapctl list"),
        Refusal(
            line: "mount 42", code: .unknownCommand, message: #"no command "mount""#,
            remedy: "snapctl ls REF[:PATH]; snapctl cat REF:PATH"),
        Refusal(
            line: "help frob", code: .unknownCommand, message: #"no help on "frob""#,
            remedy: "snapctl --help"),
        Refusal(
            line: "list --al", code: .unknownOption, message: "list has no option --al",
            remedy: "did you mean --all? Type options in full"),
        Refusal(
            line: "list --js", code: .unknownOption, message: "list has no option --js",
            remedy: "did you mean --json? Type options in full"),
        Refusal(
            line: "list --yes", code: .unknownOption, message: "list has no option --yes",
            remedy: "snapctl help list"),
        Refusal(
            line: "list -lx", code: .unknownOption, message: "list has no option -x",
            remedy: "snapctl help list"),
        Refusal(
            line: "--jsn", code: .unknownOption, message: "snapctl has no option --jsn",
            remedy: "did you mean --json? Type options in full"),
        Refusal(
            line: "pin 4 --store d", code: .unknownOption, message: "pin has no option --store",
            remedy: "leave out --store"),
        Refusal(
            line: "list --last ten", code: .optionValue,
            message: #"--last needs a number, not "ten""#, remedy: "snapctl list --last 10"),
        Refusal(
            line: "list --last 0", code: .optionValue,
            message: #"--last needs a number, not "0""#, remedy: "snapctl list --last 10"),
        Refusal(
            line: "version notes.txt", code: .extraOperand,
            message: #"version has no use for "notes.txt""#,
            remedy: "snapctl versions notes.txt"),
        Refusal(
            line: "find x --larger much", code: .optionValue,
            message: #"--larger needs a size such as 10M, not "much""#,
            remedy: "snapctl find '*' --larger 10M"),
        Refusal(
            line: "verify --read-data --sample 0%", code: .optionValue,
            message: #"--sample needs a percentage over 0 and up to 100, not "0%""#,
            remedy: "snapctl verify --read-data --sample 5%"),
        Refusal(
            line: "verify --sample 5", code: .optionValue,
            message: "--sample chooses what --read-data reads",
            remedy: "snapctl verify --read-data --sample 5%"),
        Refusal(
            line: "list --last", code: .optionValue, message: "--last needs N",
            remedy: "snapctl help list"),
        Refusal(
            line: "list --all=yes", code: .optionValue, message: "--all takes no value",
            remedy: "leave out =yes"),
        Refusal(
            line: "list --color blue", code: .optionValue,
            message: #"--color needs auto, always, never, not "blue""#, remedy: "--color auto"),
        Refusal(
            line: "list --progress much", code: .optionValue,
            message: #"--progress needs auto, plain, none, not "much""#,
            remedy: "--progress auto"),
        Refusal(
            line: "list --store= ", code: .optionValue, message: "--store needs DIR",
            remedy: "snapctl help list"),
        Refusal(
            line: "list --store a --socket b", code: .optionValue,
            message: "--store and --socket are two sources", remedy: "leave out one of them"),
        Refusal(
            line: "restore 4 --to a --in-place", code: .optionValue,
            message: "--in-place and --to DIR are two places", remedy: "leave out one of them"),
        Refusal(
            line: "cat", code: .missingOperand, message: "cat needs REF:PATH",
            remedy: "snapctl cat latest:notes.txt"),
        Refusal(
            line: "label 42", code: .missingOperand, message: "label needs REF TEXT",
            remedy: #"snapctl label latest "before tax""#),
        Refusal(
            line: "list 42", code: .extraOperand, message: #"list has no use for "42""#,
            remedy: "snapctl help list"),
        Refusal(
            line: "restore 42", code: .whereTo, message: "restore needs --in-place or --to DIR",
            remedy: "snapctl restore 42 --to /tmp/x"),
        Refusal(
            line: "cat 42:a --json", code: .noJSON,
            message: "cat writes the file itself, it has no --json", remedy: "leave out --json"),
        Refusal(
            line: "export 42 - --json", code: .noJSON,
            message: "export REF - writes the file itself, it has no --json",
            remedy: "leave out --json"),
    ]

    @Test(arguments: refusals) func refusesInTheseWords(refusal: Refusal) throws {
        let error = try #require(throws: UserError.self) {
            _ = try CommandLineParser.parse(Self.words(refusal.line))
        }
        #expect(error.code == refusal.code)
        #expect(error.message == refusal.message)
        #expect(error.remedy == refusal.remedy)
        #expect(error.exit == .usage)
    }

    /// An empty word names the root of nothing that anybody meant.
    @Test func anEmptyWordIsNoOperand() throws {
        let lines: [[String]] = [
            ["versions", ""], ["find", ""], ["show", ""], ["ls", ""], ["cat", ""], ["pin", ""],
            ["restore", "", "--in-place"], ["restore", "42", "a", "", "--to", "x"],
            ["export", "42", ""], ["diff", "41", ""], ["verify", ""], ["label", "", "text"],
        ]
        for line in lines {
            let error = try #require(throws: UserError.self, "\(line)") {
                _ = try CommandLineParser.parse(line.map { Array($0.utf8) })
            }
            #expect(error.code == .missingOperand, "\(line)")
            #expect(error.exit == .usage, "\(line)")
            #expect(error.message.hasPrefix("\(line[0]) needs "), "\(line)")
            #expect(error.message.hasSuffix(", not an empty word"), "\(line)")
        }
        // A label is taken away by an empty text.
        let label = ["label", "42", ""].map { Array($0.utf8) }
        #expect(throws: Never.self) { try CommandLineParser.parse(label) }
    }

    @Test func optionsMayStandAnywhere() throws {
        let lines = [
            "--json --last 3 list --all", "list --json --last 3 --all", "list --last=3 -a --json",
            "-a list --last 3 --json",
        ]
        let parsed = try lines.map { try CommandLineParser.parse(Self.words($0)) }
        let expected = Invocation.command(
            TypedCommand(
                command: .list, options: [.json: [], .last: [UInt8(ascii: "3")], .all: []],
                operands: []))
        #expect(parsed == [Invocation](repeating: expected, count: lines.count))
    }

    @Test func operandsKeepTheirOrderAndTheDashesEndOptions() throws {
        let parsed = try CommandLineParser.parse(
            Self.words("restore 42 --in-place a -y -- -b --json"))
        guard case .command(let line) = parsed else {
            Issue.record("not a command: \(parsed)")
            return
        }
        #expect(line.operands == ["42", "a", "-b", "--json"].map { Array($0.utf8) })
        #expect(line.has(.yes) && line.has(.inPlace) && !line.has(.json))
    }

    @Test func shortOptionsCluster() throws {
        let parsed = try CommandLineParser.parse(Self.words("ls -lr0 latest"))
        #expect(parsed.line?.options == [.long: [], .recursive: [], .null: []])
    }

    @Test func helpWinsOverEverything() throws {
        let lines = ["list --help --bogus", "-h list", "list --last ten -h", "list --help 1 2 3"]
        for line in lines {
            #expect(try CommandLineParser.parse(Self.words(line)) == .help(.list), "\(line)")
        }
        #expect(try CommandLineParser.parse(Self.words("help list")) == .help(.list))
        #expect(try CommandLineParser.parse(Self.words("--help")) == .help(nil))
        #expect(try CommandLineParser.parse(Self.words("help ref")) == .topic(.ref))
        #expect(try CommandLineParser.parse(Self.words("list --version")) == .version)
    }

    @Test func bytesThatAreNoTextStayBytes() throws {
        let operand: [UInt8] = [0x34, 0x32, 0x3A, 0xFF, 0xFE]
        let parsed = try CommandLineParser.parse([Array("cat".utf8), operand])
        #expect(parsed.line?.operands == [operand])
        let error = try #require(throws: UserError.self) {
            _ = try CommandLineParser.parse([[0xFF]])
        }
        #expect(error.message == #"no command $'\377'"#)
    }

    @Test func jsonIsWantedWhereverItStands() {
        #expect(CommandLineParser.wantsJSON(Self.words("lst --json")))
        #expect(!CommandLineParser.wantsJSON(Self.words("ls -- --json")))
    }

    @Test func plainProgramIsTheOverview() throws {
        guard case .overview(let line) = try CommandLineParser.parse(Self.words("--store d")) else {
            Issue.record("no overview")
            return
        }
        #expect(line.options[.store] == [UInt8(ascii: "d")])
    }

    @Test(arguments: [("lst", "ls", 1), ("lits", "list", 1), ("", "ls", 2), ("한글", "한굴", 1)])
    func distanceCountsTypingErrors(left: String, right: String, distance: Int) {
        #expect(EditDistance.between(left, right) == distance)
        #expect(EditDistance.between(right, left) == distance)
    }
}
