import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import ControlProtocol

/// The socket's name, its mode, and the four ways in which an agent can be out of reach.
@Suite struct SocketTests {
    private func failure(_ candidates: [BytePath], patience: Duration = .seconds(5)) -> UserError? {
        #expect(throws: UserError.self) {
            try ControlClient.connect(
                SocketSearch(candidates), client: "snapctl", version: "1", patience: patience
            ).greet()
        }
    }

    @Test func theSocketIsForOwnerAndGroup() throws {
        let fixture = try ControlFixture()
        let status = try FileDescriptor.status(of: fixture.directory.socket, following: false)
        #expect(status.kind == .socket)
        #expect(status.mode == 0o660)
        #expect(fixture.server.identity == status.identity)
    }

    @Test func theSocketGoesWithTheServerAndTheDirectoryIsMade() throws {
        let directory = try ScratchDirectory()
        let path = directory.socket.appending(Array("control.sock".utf8))
        let server = try ControlServer.start(
            ControlServer.Options(path: path, version: "1"), handler: FakeService())
        #expect(try FileDescriptor.status(of: path, following: false).kind == .socket)
        server.stop()
        #expect(throws: SystemError.self) {
            try FileDescriptor.status(of: path, following: false)
        }
    }

    @Test func noSocketMeansNoAgent() throws {
        let directory = try ScratchDirectory()
        let error = failure([directory.socket, directory.path.appending(Array("t".utf8))])
        #expect(error?.code == .agentAbsent)
        #expect(error?.exit == .noAgent)
        let path = displayName(directory.path.bytes)
        #expect(error?.why == "no socket at \(path)/s, \(path)/t")
    }

    @Test func aSocketThatNobodyServesMeansTheAgentIsGone() throws {
        let directory = try ScratchDirectory()
        try leaveStaleSocket(at: directory.socket)
        let error = failure([directory.path.appending(Array("absent".utf8)), directory.socket])
        #expect(error?.code == .agentGone)
        #expect(error?.why == "\(displayName(directory.socket.bytes)) is left over")
    }

    @Test func aSocketLeftOverIsReplaced() throws {
        let directory = try ScratchDirectory()
        try leaveStaleSocket(at: directory.socket)
        let server = try ControlServer.start(
            ControlServer.Options(path: directory.socket, version: "1"), handler: FakeService())
        let client = try ControlClient.connect(
            SocketSearch([directory.socket]), client: "snapctl", version: "1")
        #expect(try client.greet().version == "1")
        server.stop()
    }

    /// Root's agent, which listens for its group only, says nothing of a person's own.
    @Test func aForbiddenSocketCountsWhereItIsTheFirstChoice() {
        func code(_ errors: Errno...) -> ErrorCode {
            let places = ["/own/s", "/system/s"].suffix(errors.count)
            let failures = zip(places, errors).map {
                SocketFailure(path: BytePath($0), errno: $1)
            }
            return SocketFailure.summary(of: failures, limit: .seconds(1)).code
        }
        #expect(code(.accessDenied) == .socketDenied)
        #expect(code(.accessDenied, .noEntry) == .socketDenied)
        #expect(code(.noEntry, .accessDenied) == .agentAbsent)
        #expect(code(.connectionRefused, .accessDenied) == .agentGone)
        #expect(code(.again, .notPermitted) == .agentMute)
        let absent = SocketFailure.summary(
            of: [
                SocketFailure(path: BytePath("/own/s"), errno: .noEntry),
                SocketFailure(path: BytePath("/system/s"), errno: .accessDenied),
            ], limit: .seconds(1))
        #expect(absent.why == "no socket at /own/s; you may not use /system/s")
        #expect(absent.exit == .noAgent)
    }

    @Test func aListenerThatSaysNothingIsMute() throws {
        let directory = try ScratchDirectory()
        let listener = try UnixSocket.listen(at: directory.socket)
        let error = failure([listener.path], patience: .milliseconds(100))
        #expect(error?.code == .agentMute)
    }

    @Test func aListenerWithAFullQueueIsMute() throws {
        let directory = try ScratchDirectory()
        let listener = try UnixSocket.listen(at: directory.socket, backlog: 0)
        let first = try RawClient(listener.path)
        let error = failure([listener.path], patience: .milliseconds(100))
        #expect(error?.code == .agentMute)
        #expect(try first.write([0]))
    }

    @Test func theFirstSocketThatAcceptsIsTaken() throws {
        let fixture = try ControlFixture()
        let absent = fixture.directory.path.appending(Array("absent".utf8))
        let client = try ControlClient.connect(
            SocketSearch([absent, fixture.directory.socket]), client: "snapctl", version: "1")
        #expect(client.path == fixture.directory.socket)
    }

    @Test func aSecondAgentIsRefusedByName() throws {
        let fixture = try ControlFixture()
        let error = #expect(throws: UserError.self) {
            try ControlServer.start(
                ControlServer.Options(path: fixture.directory.socket, version: "1"),
                handler: FakeService())
        }
        #expect(error?.code == .socketBusy)
        let path = displayName(fixture.directory.socket.bytes)
        #expect(
            error?.message
                == "an agent already answers at \(path) (pid \(SystemIdentity.processID))")
        _ = try fixture.client()
    }

    @Test func whatIsNoSocketStaysAsItIs() throws {
        let directory = try ScratchDirectory()
        try directory.write([1, 2], to: "s")
        let error = #expect(throws: UserError.self) {
            try ControlServer.start(
                ControlServer.Options(path: directory.socket, version: "1"),
                handler: FakeService())
        }
        #expect(error?.code == .socketBusy)
        #expect(
            try directory.read("s") == [1, 2])
    }

    @Test func aPathTooLongForTheKernelIsNamedWithBothNumbers() throws {
        let path = BytePath("/tmp/" + String(repeating: "x", count: 126))
        let error = failure([path])
        #expect(error?.code == .socketLong)
        #expect(error?.message == "the socket path has 131 bytes, the kernel allows 107")
        let other = #expect(throws: UserError.self) {
            try ControlServer.start(
                ControlServer.Options(path: path, version: "1"), handler: FakeService())
        }
        #expect(other?.code == .socketLong)
    }

    @Test func theOptionBeatsTheVariableWhichBeatsThePlaces() {
        let environment = ["SNAPAGENT_SOCKET": "/v", "XDG_RUNTIME_DIR": "/run/user/7"]
        let system = BytePath("/run/snapagent/control.sock")
        func search(_ option: String?, without: Set<String> = []) -> [BytePath] {
            SocketSearch.standard(
                option: option.map { BytePath($0) },
                environment: { without.contains($0) ? nil : environment[$0] }
            ).candidates
        }
        #expect(search("/o") == [BytePath("/o")])
        #expect(search(nil) == [BytePath("/v")])
        #expect(
            search(nil, without: ["SNAPAGENT_SOCKET"])
                == [BytePath("/run/user/7/snapagent/control.sock"), system])
        #expect(search(nil, without: ["SNAPAGENT_SOCKET", "XDG_RUNTIME_DIR"]) == [system])
    }

    /// Leaves a socket that nobody serves, as a killed agent does.
    private func leaveStaleSocket(at path: BytePath) throws {
        let listener = try UnixSocket.listen(at: path)
        let parent = try FileDescriptor.open(path.parent ?? .root, [.readOnly, .directory])
        // The listener removes its name at its end; under another name it does not find it.
        try parent.rename(path.name, to: parent, Array("moved".utf8), replacing: false)
        try close(listener)
        try parent.rename(Array("moved".utf8), to: parent, path.name, replacing: false)
    }

    private func close(_ listener: consuming UnixSocket) throws {
        #expect(listener.descriptor.rawValue >= 0)
    }
}
