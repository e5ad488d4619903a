package import LinuxSystem
internal import SnapshotModel

/// Ends the program quietly: the reader of the output has enough.
package struct ReaderGone: Error {}

/// Standard output or standard error: lines for a screen, bytes as they are, errors said once.
package final class OutputChannel {
    /// What the stream can show.
    package let screen: Screen
    private let descriptor: FileDescriptor
    private var waiting: [UInt8] = []
    private static let room = 64 * 1024

    /// Makes a stream that owns a descriptor.
    package init(descriptor: consuming FileDescriptor, screen: Screen) {
        self.descriptor = descriptor
        self.screen = screen
    }

    /// Writes lines as the screen shows them.
    package func write(_ lines: [OutputLine]) throws {
        try write(bytes: LineFormatter(screen: screen).bytes(lines))
    }

    /// Writes bytes as they are.
    package func write(bytes: some Collection<UInt8>) throws {
        waiting.append(contentsOf: bytes)
        if waiting.count >= Self.room { try flush() }
    }

    /// Writes out what waits.
    package func flush() throws {
        guard !waiting.isEmpty else { return }
        let bytes = waiting
        waiting.removeAll(keepingCapacity: true)
        do throws(SystemError) {
            try descriptor.append(bytes)
        } catch {
            if error.errno == .brokenPipe { throw ReaderGone() }
            throw UserError(
                .outputFailed, ErrorSentence.outputFailed(["cause": error.errno.message]),
                remedy: ErrorSentence.remedy(of: error))
        }
    }
}
