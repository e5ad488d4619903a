internal import SnapshotModel

/// Takes a file's bytes to standard output, and keeps what is not text from a terminal.
final class FileBytesSink {
    private let output: OutputChannel
    private let name: String
    private var held: [UInt8] = []
    private(set) var hasNoReader = false

    /// How much is looked at before the first byte goes to a terminal.
    private static let lookahead = 4 << 20

    init(output: OutputChannel, name: String) {
        self.output = output
        self.name = name
    }

    /// Takes the next bytes.
    func take(_ bytes: [UInt8]) throws(UserError) {
        guard output.screen.isTerminal else { return try write(bytes) }
        if bytes.contains(where: { $0 == 0 || $0 == 0x1B }) {
            throw UserError(
                .binaryToTerminal, ErrorSentence.notText(["name": name]),
                remedy: ErrorSentence.notTextRemedy(["name": name]), subject: name)
        }
        held += bytes
        if held.count > Self.lookahead { try end() }
    }

    /// Writes what is held back.
    func end() throws(UserError) {
        let bytes = held
        held = []
        try write(bytes)
    }

    private func write(_ bytes: [UInt8]) throws(UserError) {
        do {
            try output.write(bytes: bytes)
        } catch let error as UserError {
            throw error
        } catch {
            hasNoReader = true
            throw UserError(.interrupted, ErrorSentence.readerGone(), remedy: "")
        }
    }
}
