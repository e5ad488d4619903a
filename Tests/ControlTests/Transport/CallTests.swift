import ControlProtocol
import LinuxSystem
import SnapshotModel
import Synchronization
import Testing

/// Calls of a well-behaved client over a real socket.
@Suite struct CallTests {
    private let scope = CallScope()

    @Test func helloTellsVersionsAndRole() throws {
        let fixture = try ControlFixture()
        let client = try fixture.client()
        let agent = try client.greet()
        #expect(agent.version == "1.0.0")
        #expect(agent.protocolVersion == ProtocolVersion.current)
        #expect(agent.pid == Int(SystemIdentity.processID))
        #expect(agent.role == .owner)
        #expect(client.path == fixture.directory.socket)
    }

    @Test func aCallReturnsItsReport() throws {
        let fixture = try ControlFixture()
        let client = try fixture.client()
        for _ in 0..<3 {
            let report = try client.call(
                .list(ListParameters(scope: scope)), as: ListReport.self)
            #expect(report.dataset == "d")
        }
    }

    /// The first call brings the greeting, in one go or, where it is too long for that, after it.
    @Test(arguments: [1, 100_000])
    func aCallNeedsNoGreetingBefore(count: Int) throws {
        let fixture = try ControlFixture()
        let client = try fixture.newClient()
        let text = [UInt8](repeating: 0x61, count: count)
        let report = try client.call(
            .pin(ReferenceParameters(scope: scope, reference: WireBytes(text))),
            as: CatReport.self)
        #expect(report.bytePath == BytePath(text))
        #expect(try client.greet().version == "1.0.0")
        let list = try client.call(.list(ListParameters(scope: scope)), as: ListReport.self)
        #expect(list.dataset == "d")
    }

    @Test func aCallThatIsRefusedWithItsGreetingIsNotMade() throws {
        let asked = Monitor(0)
        let fixture = try ControlFixture(identify: { _ in
            asked.update { $0 += 1 }
            return nil
        })
        let client = try fixture.newClient()
        let error = #expect(throws: UserError.self) {
            try client.call(.verify(VerifyParameters(scope: scope)), as: VerifyReport.self)
        }
        #expect(error?.code == .socketDenied)
        #expect(asked.read { $0 } == 1)
        #expect(fixture.service.running.read { $0 } == 0)
    }

    @Test func anErrorArrivesWhole() throws {
        let fixture = try ControlFixture()
        let client = try fixture.client()
        let parameters = ReferenceParameters(scope: scope, reference: WireBytes("57"))
        let error = #expect(throws: UserError.self) {
            try client.call(
                .show(ShowParameters(scope: scope, reference: parameters.reference)),
                as: ShowReport.self)
        }
        #expect(
            error
                == UserError(
                    .noSnapshot, "d has no snapshot", remedy: "snapctl list", subject: "57",
                    near: ["1"]))
    }

    @Test func bytesThatAreNoTextReachTheService() throws {
        let fixture = try ControlFixture()
        let client = try fixture.client()
        let parameters = ReferenceParameters(
            scope: scope, reference: WireBytes([0x61, 0xFF, 0x0A]))
        let report = try client.call(.pin(parameters), as: CatReport.self)
        #expect(report.bytePath == BytePath([0x61, 0xFF, 0x0A]))
    }

    @Test(arguments: [0, 1, 256 << 10, (256 << 10) + 1, 5_000_000])
    func dataArrivesInOrder(count: Int) throws {
        let fixture = try ControlFixture()
        let client = try fixture.client()
        var received: [UInt8] = []
        let report = try client.call(
            .cat(CatParameters(scope: scope, operand: WireBytes("\(count)"))), as: CatReport.self,
            callbacks: CallCallbacks(data: { received.append(contentsOf: $0) }))
        #expect(report.bytes == Int64(count))
        #expect(received == (0..<count).map { UInt8(truncatingIfNeeded: $0) })
    }

    @Test func progressIsSampledAndACancelEndsTheCall() throws {
        var limits = ControlLimits()
        limits.sample = .milliseconds(10)
        let fixture = try ControlFixture(limits: limits)
        let client = try fixture.client()
        var first: ProgressReport?
        let parameters = RestoreParameters(
            scope: scope, operands: [], destination: .inPlace)
        let error = #expect(throws: UserError.self) {
            try client.call(
                .restore(parameters), as: RestoreReport.self,
                callbacks: CallCallbacks(progress: { progress in
                    first = first ?? progress
                    client.cancel()
                }))
        }
        #expect(error?.code == .interrupted)
        #expect(first?.phase == "writing" || first?.phase == "")
        #expect(fixture.service.waitForCancelled(1))
        let report = try client.call(.list(ListParameters(scope: scope)), as: ListReport.self)
        #expect(report.dataset == "d")
    }

    @Test func aCallbacksErrorCancelsTheCall() throws {
        let fixture = try ControlFixture()
        let client = try fixture.client()
        let full = UserError(.outputFailed, "cannot write the output", remedy: "free space")
        let error = #expect(throws: UserError.self) {
            try client.call(
                .export(ExportParameters(scope: scope, reference: WireBytes("1"))),
                as: ExportReport.self,
                callbacks: CallCallbacks(data: { _ throws(UserError) in throw full }))
        }
        #expect(error == full)
        #expect(fixture.service.waitForCancelled(1))
    }

    @Test func aHangUpCancelsTheCall() throws {
        let fixture = try ControlFixture()
        let client = try RawClient(fixture.directory.socket)
        #expect(try client.write(line: RawClient.hello))
        #expect(
            try client.write(
                line:
                    #"{"jsonrpc":"2.0","id":2,"method":"verify","params":{"scope":{},"read_data":true}}"#
            ))
        #expect(fixture.service.waitForRunning(1))
        client.socket.shutDown()
        #expect(fixture.service.waitForCancelled(1))
    }

    @Test func theServersEndIsAnErrorOfItsOwn() throws {
        let fixture = try ControlFixture()
        let client = try fixture.client()
        let server = fixture.server
        let service = fixture.service
        let stopper = try LinuxSystem.Thread(name: "stopper") {
            if service.waitForRunning(1) { server.stop() }
        }
        let error = #expect(throws: UserError.self) {
            try client.call(
                .verify(VerifyParameters(scope: scope)), as: VerifyReport.self)
        }
        stopper.join()
        #expect(error?.code == .agentLost)
        #expect(error?.message == "the agent stopped during verify")
        #expect(service.waitForCancelled(1))
    }

    @Test func eventsArriveUntilTheCallIsCancelled() throws {
        let fixture = try ControlFixture()
        let client = try fixture.client()
        func event(_ number: Int, dataset: String? = "d") -> EventReport {
            EventReport(
                dataset: dataset, time: ReportTime(seconds: 0, utcOffset: 0), event: .snapshot,
                snapshot: number, detail: "")
        }
        for number in 1...3 { fixture.service.feed.publish(event(number)) }
        fixture.service.feed.publish(event(99, dataset: "other"))
        var seen: [Int?] = []
        let error = #expect(throws: UserError.self) {
            try client.call(
                .events(EventsParameters(scope: CallScope(dataset: "d"), follow: true, last: 2)),
                as: EventsReport.self,
                callbacks: CallCallbacks(event: { received throws(UserError) in
                    seen.append(received.snapshot)
                    if received.snapshot == 3 { fixture.service.feed.publish(event(4)) }
                    if received.snapshot == 4 {
                        throw UserError(.interrupted, "enough", remedy: "none")
                    }
                }))
        }
        #expect(error?.message == "enough")
        #expect(seen == [2, 3, 4])
    }
}
