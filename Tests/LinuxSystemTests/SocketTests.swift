internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@Suite struct SocketTests {
    let scratch: ScratchDirectory
    let path: BytePath

    init() throws {
        scratch = try ScratchDirectory()
        path = scratch.path.appending(Array("socket".utf8))
    }

    @Test func carriesBytesAndSaysWhoIsThere() throws {
        let listener = try UnixSocket.listen(at: path, mode: 0o660)
        let client = try UnixSocket.connect(to: path)
        let server = try listener.accept()
        try client.send(Array("question".utf8))
        var buffer: [UInt8] = []
        #expect(try server.readSome(into: &buffer, atMost: 100) == 8)
        #expect(buffer == Array("question".utf8))
        let peer = try server.peer()
        #expect(peer.pid == SystemIdentity.processID)
        #expect(peer.uid == SystemIdentity.effectiveUserID)
        #expect(try scratch.descriptor.status(of: Array("socket".utf8)).mode == 0o660)
    }

    @Test func aLiveSocketIsLeftAlone() throws {
        let listener = try UnixSocket.listen(at: path)
        #expect(throws: SystemError("bind", path: path, errno: .addressInUse)) {
            _ = try UnixSocket.listen(at: path)
        }
        let client = try UnixSocket.connect(to: path)
        #expect(try client.peer().pid == SystemIdentity.processID)
        #expect(listener.path == path)
    }

    @Test func aStaleSocketIsReplaced() throws {
        try scratch.descriptor.makeNode(Array("socket".utf8), kind: .socket, mode: 0o600)
        let listener = try UnixSocket.listen(at: path)
        let client = try UnixSocket.connect(to: path)
        #expect(try client.peer().pid == SystemIdentity.processID)
        #expect(try listener.identity == scratch.descriptor.status(of: path.name).identity)
    }

    @Test func anythingElseIsLeftAlone() throws {
        try scratch.write("precious", to: "socket")
        #expect(throws: SystemError("bind", path: path, errno: .addressInUse)) {
            _ = try UnixSocket.listen(at: path)
        }
        #expect(try scratch.read("socket") == Array("precious".utf8))
    }

    @Test func theNameGoesWithTheListener() throws {
        do {
            let listener = try UnixSocket.listen(at: path)
            #expect(listener.descriptor.rawValue >= 0)
        }
        #expect(throws: SystemError.self) { try scratch.descriptor.status(of: path.name) }
        do {
            let listener = try UnixSocket.listen(at: path)
            try AtomicFile.write([1], as: path.name, in: scratch.descriptor)
            #expect(listener.path == path)
        }
        #expect(try scratch.descriptor.status(of: path.name).kind == .file)
    }

    @Test func aPathTooLongIsRefused() throws {
        let long = BytePath(
            [UInt8](repeating: UInt8(ascii: "s"), count: UnixSocket.longestPath + 1))
        #expect(throws: SystemError("bind", path: long, errno: .nameTooLong)) {
            _ = try UnixSocket.listen(at: long)
        }
    }

    @Test func aClosedPeerIsAnError() throws {
        let listener = try UnixSocket.listen(at: path)
        let client = try UnixSocket.connect(to: path)
        let server = try listener.accept()
        try server.close()
        #expect(throws: SystemError("send", errno: .brokenPipe)) { try client.send([1]) }
    }

    @Test(arguments: [false, true]) func notifiesTheManager(isAbstract: Bool) throws {
        let name = isAbstract ? BytePath("@\(RandomBytes.identifier())") : path
        let manager = try NotifySocket.receiver(at: name)
        try NotifySocket(path: name).send("READY=1\nSTATUS=watching")
        var buffer: [UInt8] = []
        _ = try manager.readSome(into: &buffer, atMost: 4_096)
        #expect(buffer == Array("READY=1\nSTATUS=watching".utf8))
    }

    @Test func aManagerThatIsGoneIsAnError() throws {
        #expect(throws: SystemError("sendto", path: path, errno: .noEntry)) {
            try NotifySocket(path: path).send("READY=1")
        }
    }
}
