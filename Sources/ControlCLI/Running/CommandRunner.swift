internal import CivilCalendar
internal import ControlProtocol
internal import LinuxSystem
internal import SnapshotModel

/// Does one command: calls its source, shows the report, says how the program ends.
final class CommandRunner {
    let line: TypedCommand
    /// The words as typed, to say how to go on.
    let words: [[UInt8]]
    let stores: StoreOpening
    let console: Console
    let context: ReadingContext
    let interruption: Interruption

    init(
        _ line: TypedCommand, words: [[UInt8]], stores: StoreOpening, console: Console,
        interruption: Interruption
    ) {
        self.line = line
        self.words = words
        self.stores = stores
        self.console = console
        self.interruption = interruption
        context = ReadingContext(
            now: WallClock.now(), zone: CivilCalendar.local(),
            name: NameDisplay(
                isASCII: console.output.screen.isASCII || console.conversation.screen.isASCII))
    }

    /// What stdout can show.
    var screen: Screen { console.output.screen }

    /// Does the command and says how it ended.
    func run() throws -> ExitCode {
        switch line.command {
        case .list: try list()
        case .show: try show()
        case .ls: try ls()
        case .cat: try cat()
        case .diff: try diff()
        case .versions: try versions()
        case .find: try find()
        case .restore: try restore()
        case .export: try export()
        case .snapshot: try snapshot()
        case .label, .pin, .unpin, .delete, .undelete: try keep()
        case .status: try status()
        case .events: try events()
        case .prune: try prune()
        case .sweep: try sweep()
        case .verify: try verify()
        case .repair: try repair()
        case .du: try usage()
        case .resume: try resume()
        case .version: try version()
        case .help: .done
        }
    }

    /// The agent that answers.
    func agent() throws(UserError) -> ControlClient {
        let socket = line.options[.socket].map { WorkingDirectory.absolute(BytePath($0)) }
        return try ControlClient.connect(
            .standard(option: socket), client: "snapctl", version: ProductVersion.text)
    }

    /// What answers: an agent, or a store's files with `--store`.
    func source() throws(UserError) -> any CommandSource {
        if let directory = line.options[.store], case .itself(let open) = stores {
            return try open(WorkingDirectory.absolute(BytePath(directory)))
        }
        return AgentSource(client: try agent())
    }

    /// Where the command was typed.
    var scope: CallScope {
        CallScope(
            dataset: line.text(.dataset),
            workingDirectory: WorkingDirectory.current().map { WireBytes($0.bytes) },
            zone: context.zone.name)
    }

    /// Shows a report as the person asked for it.
    func answer(_ report: some Encodable, _ rendering: @autoclosure () -> Rendering) throws {
        if console.wantsJSON { return try console.answer(json: report) }
        let rendering = rendering()
        try console.answer(rendering.answer)
        // What is on standard error follows what it is about.
        try console.output.flush()
        console.say(rendering.conversation)
    }

    /// Says which snapshot a REF named, unless it was a number.
    func echo(_ operand: [UInt8], _ number: Int, of dataset: String) {
        let reference = operand.prefix { $0 != UInt8(ascii: ":") }
        let isNumber = !reference.isEmpty && reference.allSatisfy { (0x30...0x39).contains($0) }
        guard !isNumber, !console.wantsJSON, console.conversation.screen.isTerminal else { return }
        console.say([
            OutputLine(WordSentence.snapshotNamed(["number": "\(number)", "dataset": dataset]))
        ])
    }
}
