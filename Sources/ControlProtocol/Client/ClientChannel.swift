internal import LinuxSystem
internal import SnapshotModel
internal import Synchronization

/// A client's socket: one thread reads, any thread may write a line.
final class ClientChannel: Sendable {
    private let socket: FileDescriptor
    private let input = Mutex(LineBuffer())
    private let writing = Mutex(())

    init(_ connected: consuming SocketSearch.Connected) {
        socket = connected.socket
    }

    /// Writes lines, or waits until the agent takes them.
    ///
    /// An agent that is gone is found out by reading, as it may have said why.
    func write(_ lines: [[UInt8]], patience: Duration?) throws(UserError) {
        let bytes = lines.flatMap { (line: [UInt8]) -> [UInt8] in line + [UInt8(ascii: "\n")] }
        let isMute = writing.withLock { _ in
            var written = 0
            while written < bytes.count {
                do throws(SystemError) {
                    written += try socket.sendSome(bytes, from: written)
                } catch {
                    guard error.errno == .again else { return false }
                    var entries = [PollEntry(descriptor: socket.rawValue, wants: .write)]
                    let count = try? Poll.wait(&entries, timeout: patience)
                    if count == 0 { return true }
                }
            }
            return false
        }
        if isMute { throw .agentMute(after: patience ?? .zero) }
    }

    /// The next line, `nil` at the connection's end; waits no longer than `patience`.
    func read(patience: Duration?) throws(UserError) -> [UInt8]? {
        let deadline = patience.map { MonotonicInstant.now + $0 }
        while true {
            if let line = input.withLock({ $0.next() }) { return line }
            var received: [UInt8] = []
            do throws(SystemError) {
                guard try socket.readSome(into: &received, atMost: 256 << 10) > 0 else {
                    return nil
                }
                let bytes = received
                input.withLock { $0.append(bytes) }
            } catch {
                guard error.errno == .again || error.errno == .interrupted else { return nil }
                try wait(until: deadline, patience: patience)
            }
        }
    }

    private func wait(
        until deadline: MonotonicInstant?, patience: Duration?
    ) throws(UserError) {
        var entries = [PollEntry(descriptor: socket.rawValue, wants: .read)]
        let rest = deadline.map { $0 - MonotonicInstant.now }
        if let rest, rest <= .zero { throw .agentMute(after: patience ?? .zero) }
        do throws(SystemError) {
            try Poll.wait(&entries, timeout: rest)
        } catch {
            guard error.errno == .interrupted else { throw error.asUserError() }
        }
    }

    /// Asks the agent to stop a call; an agent that is gone has stopped it.
    func cancel(_ id: Int) {
        let line = RequestLine(id: nil, method: .cancel, params: CancelParameters(id: id))
        try? write([WireLine.encode(line)], patience: .seconds(1))
    }
}
