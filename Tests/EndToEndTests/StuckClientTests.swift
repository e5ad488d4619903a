import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// A client that is stuck, mad or many delays neither a snapshot nor another client.
@Suite struct StuckClientTests {
    /// Holds open descriptors until the test ends.
    private final class Connection: Sendable {
        let descriptor: FileDescriptor

        init(to socket: String) throws {
            descriptor = try UnixSocket.connect(to: BytePath(socket))
        }

        /// Sends what it can; an agent that hangs up is right.
        func send(_ bytes: [UInt8]) {
            do { try descriptor.send(bytes) } catch { return }
        }
    }

    static let messages: [(String, [UInt8])] = [
        ("silence", []),
        ("half a line", Array(#"{"jsonrpc":"2.0","id":1,"#.utf8)),
        ("no JSON", Array("GET / HTTP/1.1\r\n\r\n".utf8)),
        ("bytes", [0, 255, 254, 10, 0, 10]),
        ("a deep line", Array(repeating: UInt8(ascii: "["), count: 500_000) + [10]),
        ("a long line", Array(repeating: UInt8(ascii: "x"), count: 3 << 20)),
        ("no method", Array(#"{"jsonrpc":"2.0","id":1,"method":"format"}"#.utf8) + [10]),
        ("wrong types", Array(#"{"jsonrpc":2,"id":{},"method":[],"params":7}"#.utf8) + [10]),
        (
            "many calls",
            Array(
                String(repeating: #"{"jsonrpc":"2.0","id":1,"method":"list"}"# + "\n", count: 5000)
                    .utf8)
        ),
    ]

    @Test(arguments: messages) func delaysNothing(
        name: String, message: [UInt8]
    ) throws {
        let place = try Workplace()
        try place.scratch.write("one\n", to: "data/a")
        let agent = try place.startAgent()
        try place.waitForSnapshot(1)
        let clients = try (0..<8).map { _ in try Connection(to: place.socket) }
        for client in clients {
            try LinuxSystem.Thread.detach(name: "client") { client.send(message) }
        }
        try place.scratch.write("two\n", to: "data/b")
        try place.waitForSnapshot(2, within: .seconds(10))
        let list = try place.snapctl(["list"], deadline: .seconds(10))
        #expect(list.status == 0, "\(list.errors)")
        #expect(try agent.memory("VmHWM:") < 200_000)
        try agent.stop()
        withExtendedLifetime(clients) {}
    }

    @Test func tooManyAreTurnedAway() throws {
        let place = try Workplace()
        let agent = try place.startAgent()
        var clients = try (0..<200).map { _ in try Connection(to: place.socket) }
        try place.scratch.write("one\n", to: "data/a")
        try place.waitForZip(1, within: .seconds(10))
        // When they are gone, everything is as before.
        clients.removeAll()
        let answers = try poll { try place.snapctl("list").status == 0 }
        #expect(answers)
        try agent.stop()
    }
}
