import ControlProtocol
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

extension ScratchDirectory {
    /// Where a test's server listens.
    var socket: BytePath { path.appending(Array("s".utf8)) }
}

/// A server with a fake service on a real socket.
final class ControlFixture: Sendable {
    let directory: ScratchDirectory
    let service: FakeService
    let server: ControlServer

    init(
        role: PeerRole? = nil, limits: ControlLimits = ControlLimits(),
        identify: ControlServer.Identify? = nil
    ) throws {
        directory = try ScratchDirectory()
        service = FakeService()
        var options = ControlServer.Options(path: directory.socket, version: "1.0.0")
        options.limits = limits
        if let role { options.identify = { _ in role } }
        if let identify { options.identify = identify }
        server = try ControlServer.start(options, handler: service)
    }

    deinit {
        server.stop()
    }

    /// A client that the server has let in.
    func client() throws -> ControlClient {
        let client = try newClient()
        _ = try client.greet()
        return client
    }

    /// A client that has not said anything yet.
    func newClient() throws -> ControlClient {
        try ControlClient.connect(
            SocketSearch([directory.socket]), client: "snapctl", version: "1.0.0",
            patience: .seconds(60))
    }
}

/// A client that may write anything, and reads lines.
final class RawClient {
    let socket: FileDescriptor
    private var buffer: [UInt8] = []

    init(_ path: BytePath) throws {
        socket = try UnixSocket.connect(to: path, within: .seconds(60))
    }

    /// Writes bytes as far as the server takes them; `false` if it is gone.
    func write(_ bytes: [UInt8], atMost limit: Duration = .seconds(60)) throws -> Bool {
        var written = 0
        while written < bytes.count {
            do throws(SystemError) {
                written += try socket.sendSome(bytes, from: written)
            } catch {
                guard error.errno == .again else { return false }
                var entries = [PollEntry(descriptor: socket.rawValue, wants: .write)]
                guard try Poll.wait(&entries, timeout: limit) > 0 else { return true }
            }
        }
        return true
    }

    func write(line: String) throws -> Bool { try write(Array((line + "\n").utf8)) }

    static let hello =
        #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"client":"t","version":"1","protocol":1}}"#

    /// The next line, `nil` at the end of the connection or after a minute.
    func line() throws -> String? {
        let deadline = MonotonicInstant.now + .seconds(60)
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeSubrange(...end)
                return line
            }
            do throws(SystemError) {
                guard try socket.readSome(into: &buffer, atMost: 65_536) > 0 else { return nil }
            } catch {
                guard error.errno == .again else { return nil }
                var entries = [PollEntry(descriptor: socket.rawValue, wants: .read)]
                let rest = deadline - MonotonicInstant.now
                guard rest > .zero, try Poll.wait(&entries, timeout: rest) > 0 else { return nil }
            }
        }
    }
}
