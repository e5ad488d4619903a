import ControlProtocol
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// Clients that misbehave: each costs a bounded amount and delays nobody.
@Suite struct HostileClientTests {
    /// Whether a well-behaved client is served before anything that another one may keep waiting is over.
    private func expectService(_ fixture: ControlFixture) throws {
        let start = MonotonicInstant.now
        let client = try fixture.client()
        let report = try client.call(
            .list(ListParameters(scope: CallScope())), as: ListReport.self)
        #expect(report.dataset == "d")
        #expect(MonotonicInstant.now - start < .seconds(9))
    }

    @Test(arguments: [
        ("not json", -32700), ("[1,2]", -32700), ("", -32700), ("\u{0}\u{1}", -32700),
        (String(repeating: "[", count: 4000), -32700),
        (#"{"jsonrpc":"2.0","id":1}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"rm"}"#, -32601),
        (#"{"jsonrpc":"2.0","id":1,"method":"list","params":{}}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"hello","params":7}"#, -32602),
        (
            #"{"jsonrpc":"2.0","method":"hello","params":{"client":"","version":"","protocol":1}}"#,
            -32600
        ),
    ])
    func aLineThatIsNoCallIsAnswered(line: String, code: Int) throws {
        let fixture = try ControlFixture()
        let client = try RawClient(fixture.directory.socket)
        #expect(try client.write(line: line))
        let answer = try #require(try client.line())
        #expect(answer.contains(#""error":{"code":\#(code),"#), "\(answer)")
        try expectService(fixture)
    }

    @Test func parametersOfAnotherShapeAreRefused() throws {
        let fixture = try ControlFixture()
        let client = try RawClient(fixture.directory.socket)
        #expect(try client.write(line: RawClient.hello))
        #expect(try client.line()?.contains(#""result""#) == true)
        #expect(
            try client.write(line: #"{"id":2,"method":"show","params":{"scope":{},"reference":5}}"#)
        )
        #expect(try client.line()?.contains(#""code":-32602"#) == true)
        #expect(
            try client.write(line: #"{"id":3,"method":"list","params":{"scope":{},"all":false}}"#))
        #expect(try client.line()?.hasPrefix(#"{"jsonrpc":"2.0","id":3,"result""#) == true)
    }

    @Test func anotherProtocolIsNamed() throws {
        let fixture = try ControlFixture()
        let client = try RawClient(fixture.directory.socket)
        #expect(
            try client.write(
                line:
                    #"{"id":1,"method":"hello","params":{"client":"snapctl","version":"9","protocol":9}}"#
            ))
        let answer = try #require(try client.line())
        #expect(answer.contains("agent 1.0.0 speaks protocol 1, this snapctl 9"))
        #expect(answer.contains(#""code":"protocol""#))
        #expect(try client.line() == nil)
    }

    @Test func halfALineBeforeHelloIsGivenUp() throws {
        var limits = ControlLimits()
        limits.hello = .milliseconds(100)
        let fixture = try ControlFixture(limits: limits)
        let client = try RawClient(fixture.directory.socket)
        #expect(try client.write(Array(#"{"id":1,"#.utf8)))
        #expect(try client.line() == nil)
        #expect(poll { fixture.server.clientCount == 0 })
    }

    @Test func aSilentClientIsGivenUp() throws {
        var limits = ControlLimits()
        limits.idle = .milliseconds(100)
        let fixture = try ControlFixture(limits: limits)
        let client = try RawClient(fixture.directory.socket)
        #expect(try client.write(line: RawClient.hello))
        #expect(try client.line() != nil)
        #expect(try client.line() == nil)
        #expect(poll { fixture.server.clientCount == 0 })
    }

    @Test(arguments: [false, true])
    func aLineOfTenMebibytesEndsTheConnection(greeted: Bool) throws {
        let fixture = try ControlFixture()
        let client = try RawClient(fixture.directory.socket)
        if greeted {
            #expect(try client.write(line: RawClient.hello))
            #expect(try client.line() != nil)
        }
        let wasTaken = try client.write([UInt8](repeating: UInt8(ascii: "x"), count: 10 << 20))
        #expect(!wasTaken)
        #expect(try client.line()?.contains("a line has at most") == true)
        #expect(try client.line() == nil)
        try expectService(fixture)
    }

    @Test func aLineJustUnderTheLimitIsACall() throws {
        let fixture = try ControlFixture()
        let client = try RawClient(fixture.directory.socket)
        #expect(try client.write(line: RawClient.hello))
        #expect(try client.line() != nil)
        let start = #"{"id":2,"method":"list","params":{"scope":{"dataset":""#
        let end = #""},"all":true}}"#
        let filler = String(
            repeating: "a", count: (1 << 20) - start.utf8.count - end.utf8.count)
        #expect(try client.write(line: start + filler + end))
        #expect(try client.line()?.contains(#""result""#) == true)
    }

    @Test func aClientThatNeverReadsIsGivenUpAndCostsNobodyTime() throws {
        var limits = ControlLimits()
        limits.stall = .milliseconds(300)
        let fixture = try ControlFixture(limits: limits)
        let client = try RawClient(fixture.directory.socket)
        #expect(try client.write(line: RawClient.hello))
        #expect(
            try client.write(
                line: #"{"id":2,"method":"export","params":{"scope":{},"reference":"1"}}"#))
        #expect(fixture.service.waitForRunning(1))
        try expectService(fixture)
        #expect(fixture.service.waitForCancelled(1))
        #expect(poll { fixture.server.clientCount == 0 })
    }

    @Test func aCancellationIsReadWhileTheClientTakesNothing() throws {
        let fixture = try ControlFixture()
        let client = try RawClient(fixture.directory.socket)
        #expect(try client.write(line: RawClient.hello))
        #expect(
            try client.write(
                line: #"{"id":2,"method":"export","params":{"scope":{},"reference":"1"}}"#))
        // Once the job waits for room, the socket has been full for a while.
        #expect(fixture.service.waitForFlood())
        #expect(try client.write(line: #"{"method":"cancel","params":{"id":2}}"#))
        #expect(fixture.service.waitForCancelled(1))
    }

    @Test func aFloodOfCallsIsAnsweredOneAtATime() throws {
        var limits = ControlLimits()
        limits.stall = .milliseconds(300)
        let fixture = try ControlFixture(limits: limits)
        let client = try RawClient(fixture.directory.socket)
        #expect(try client.write(line: RawClient.hello))
        let call = #"{"id":2,"method":"verify","params":{"scope":{},"read_data":true}}"# + "\n"
        let flood = Array(String(repeating: call, count: 200_000).utf8)
        #expect(try !client.write(flood))
        #expect(fixture.service.waitForCancelled(1))
        #expect(fixture.service.running.read { $0 } == 1)
        try expectService(fixture)
    }

    @Test func aSecondCallIsRefusedAndTheFirstGoesOn() throws {
        let fixture = try ControlFixture()
        let client = try RawClient(fixture.directory.socket)
        #expect(try client.write(line: RawClient.hello))
        #expect(try client.line() != nil)
        #expect(
            try client.write(
                line: #"{"id":2,"method":"verify","params":{"scope":{},"read_data":true}}"#)
        )
        #expect(fixture.service.waitForRunning(1))
        #expect(
            try client.write(line: #"{"id":3,"method":"list","params":{"scope":{},"all":true}}"#))
        #expect(try client.line()?.contains("one call at a time") == true)
        #expect(try client.write(line: #"{"id":4,"method":"cancel","params":{"id":9}}"#))
        #expect(try client.line() == #"{"jsonrpc":"2.0","id":4,"result":{"id":9}}"#)
        #expect(fixture.service.cancelled.read { $0 } == 0)
        #expect(try client.write(line: #"{"method":"cancel","params":{"id":2}}"#))
        #expect(try client.line()?.contains(#""code":"interrupted""#) == true)
    }
}
