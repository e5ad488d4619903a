internal import LinuxSystem
internal import SnapshotModel

/// `snapctl` from its words to its end.
package enum ControlProgram {
    /// The words after the program's name, if that name is `snapctl`.
    package static func words(_ arguments: [[UInt8]]) -> [[UInt8]]? {
        guard let name = arguments.first, BytePath(name).name == Array("snapctl".utf8) else {
            return nil
        }
        return Array(arguments.dropFirst())
    }

    /// Does what the words after the program's name ask for.
    package static func run(_ words: [[UInt8]], stores: StoreOpening) -> ProgramEnd {
        StandardStreams.secure()
        Signals.ignoreBrokenPipe()
        let invocation: Invocation
        do throws(UserError) {
            invocation = try CommandLineParser.parse(words)
        } catch {
            Console.standard(colour: nil, wantsJSON: CommandLineParser.wantsJSON(words)).say(error)
            return .status(error.exit)
        }
        let console = Console.standard(
            colour: invocation.line?.text(.color), wantsJSON: invocation.line?.has(.json) ?? false)
        let interruption = Interruption()
        let end = finish(console) {
            if invocation.line?.has(.store) == true { try stores.begin(words) }
            return try perform(invocation, words: words, stores, console, interruption)
        }
        return interruption.signal.map { .signal($0.rawValue) } ?? end
    }

    /// How the program ends after its work, with an error said.
    private static func finish(_ console: Console, _ work: () throws -> ExitCode) -> ProgramEnd {
        let failure: UserError
        do {
            let code = try work()
            try console.output.flush()
            return .status(code)
        } catch is ReaderGone {
            return .status(.done)
        } catch let error as UserError {
            failure = error
        } catch let error as SystemError {
            failure = error.asUserError()
        } catch {
            failure = UserError(
                .internal, ErrorSentence.unexpected(["cause": String(describing: error)]),
                remedy: ErrorSentence.reportIt())
        }
        console.say(failure)
        return .status(failure.exit)
    }

    private static func perform(
        _ invocation: Invocation, words: [[UInt8]], _ stores: StoreOpening, _ console: Console,
        _ interruption: Interruption
    ) throws -> ExitCode {
        switch invocation {
        case .help(let command):
            try print(
                command.map { CommandHelp.lines($0.definition) } ?? GeneralHelp.lines, console)
        case .topic(let topic): try print(TopicHelp.lines(topic), console)
        case .version:
            try print([VersionSentence.short(["version": ProductVersion.text])], console)
        case .completions(let shell): try print(CompletionScript.lines(shell), console)
        case .manual: try print(ManualSections.lines, console)
        case .words(let words, let line):
            return try CommandRunner(
                line, words: [], stores: stores, console: console,
                interruption: interruption
            ).completionWords(words)
        case .overview(let line):
            return try CommandRunner(
                line, words: words, stores: stores, console: console,
                interruption: interruption
            ).overview()
        case .command(let line):
            try interruption.arm()
            return try CommandRunner(
                line, words: words, stores: stores, console: console,
                interruption: interruption
            ).run()
        }
        return .done
    }

    private static func print(_ lines: [String], _ console: Console) throws {
        try console.answer(lines.map { OutputLine($0, overflow: .wrap(indent: 10)) })
    }
}

extension Invocation {
    /// The options and operands, where there are any.
    var line: TypedCommand? {
        switch self {
        case .overview(let line), .command(let line), .words(_, let line): line
        case .help, .topic, .version, .completions, .manual: nil
        }
    }
}
