internal import ControlProtocol
internal import LinuxSystem
internal import SnapshotModel

/// The two streams: the answer goes to one, the conversation to the other.
final class Console {
    /// Standard output.
    let output: OutputChannel
    /// Standard error.
    let conversation: OutputChannel
    /// Whether the answer and the errors are JSON.
    let wantsJSON: Bool

    init(output: OutputChannel, conversation: OutputChannel, wantsJSON: Bool) {
        self.output = output
        self.conversation = conversation
        self.wantsJSON = wantsJSON
    }

    /// The process's own streams, with the colour wanted by `--color`.
    static func standard(colour: String?, wantsJSON: Bool) -> Console {
        let isUTF8 = Terminal.prepareLocale()
        func channel(_ descriptor: CInt) -> OutputChannel {
            OutputChannel(
                descriptor: FileDescriptor(adopting: descriptor),
                screen: .current(descriptor: descriptor, colour: colour, isUTF8: isUTF8))
        }
        return Console(output: channel(1), conversation: channel(2), wantsJSON: wantsJSON)
    }

    /// Writes the answer.
    func answer(_ lines: [OutputLine]) throws { try output.write(lines) }

    /// Writes the answer as one JSON document.
    func answer(json report: some Encodable) throws {
        try answer(jsonLine: ReportJSON.encode(report))
    }

    /// Writes an answer that is one JSON document already.
    func answer(jsonLine text: some Collection<UInt8>) throws {
        try output.write(bytes: text)
        try output.write(bytes: CollectionOfOne(UInt8(ascii: "\n")))
    }

    /// Says something to the person.
    func say(_ lines: [OutputLine]) {
        // Nobody is left to hear that nobody hears.
        try? conversation.write(lines)
        try? conversation.flush()
    }

    /// Says what failed, in the form that the person asked for.
    func say(_ error: UserError) {
        guard wantsJSON, let report = try? ReportJSON.encode(ErrorReport(error: ErrorBody(error)))
        else { return say(ErrorRendering.lines(error)) }
        try? conversation.write(bytes: report + [UInt8(ascii: "\n")])
        try? conversation.flush()
    }

    /// Warns of something that does not change how the program ends.
    func warn(_ message: String) {
        guard wantsJSON, let report = try? ReportJSON.encode(WarningReport(warning: message)) else {
            return say([OutputLine(ErrorSentence.warning(["message": message]))])
        }
        try? conversation.write(bytes: report + [UInt8(ascii: "\n")])
        try? conversation.flush()
    }
}
