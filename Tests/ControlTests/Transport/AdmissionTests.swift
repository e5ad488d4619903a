import ControlProtocol
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// Who is let in, how many, and what each may do.
@Suite struct AdmissionTests {
    @Test func theGroupMayLookAndSaveAndNothingElse() throws {
        let fixture = try ControlFixture(role: .group)
        let client = try fixture.client()
        #expect(try client.greet().role == .group)
        let scope = CallScope()
        let list = try client.call(.list(ListParameters(scope: scope)), as: ListReport.self)
        #expect(list.dataset == "d")
        let reference = ReferenceParameters(scope: scope, reference: WireBytes("1"))
        let forbidden: [ControlCall] = [
            .restore(RestoreParameters(scope: scope, operands: [], destination: .inPlace)),
            .pin(reference), .unpin(reference), .delete(reference), .undelete(reference),
            .label(LabelParameters(scope: scope, reference: WireBytes("1"), text: "x")),
            .prune(PruneParameters(scope: scope)), .resume(ResumeParameters(scope: scope)),
        ]
        for call in forbidden {
            let error = #expect(throws: UserError.self) {
                try client.call(call, as: VersionReport.self)
            }
            #expect(error?.code == .notOwner)
            #expect(error?.exit == .refused)
        }
    }

    @Test func aStrangerIsToldWhomTheAgentServes() throws {
        let fixture = try ControlFixture(identify: { _ in nil })
        let error = #expect(throws: UserError.self) { try fixture.client() }
        #expect(error?.code == .socketDenied)
        #expect(error?.message == "you may not use this agent")
    }

    @Test func theKernelVouchesForTheOwner() throws {
        let seen = Monitor<PeerCredentials?>(nil)
        let fixture = try ControlFixture(identify: { credentials in
            seen.update { $0 = credentials }
            return .owner
        })
        _ = try fixture.client()
        #expect(seen.read { $0?.uid } == SystemIdentity.effectiveUserID)
        #expect(seen.read { $0?.pid } == SystemIdentity.processID)
    }

    @Test func theSixtyFifthClientIsRefusedAndOneThatLeavesMakesRoom() throws {
        let fixture = try ControlFixture()
        var clients = try (0..<64).map { _ in try fixture.client() }
        #expect(fixture.server.clientCount == 64)
        let error = #expect(throws: UserError.self) { try fixture.client() }
        #expect(error?.message == "the agent has 64 clients already")
        clients.removeLast()
        #expect(poll { fixture.server.clientCount == 63 })
        clients.append(try fixture.client())
        #expect(fixture.server.clientCount == 64)
    }

    @Test func theGroupCannotTakeTheOwnersPlaces() throws {
        let asked = Monitor(0)
        let fixture = try ControlFixture(identify: { _ in
            asked.update { count in
                count += 1
                return count <= 49 ? .group : .owner
            }
        })
        let clients = try (0..<48).map { _ in try fixture.client() }
        let error = #expect(throws: UserError.self) { try fixture.client() }
        #expect(error?.code == .agentMute)
        let owner = try fixture.client()
        #expect(try owner.greet().role == .owner)
        #expect(clients.count == 48)
    }

    @Test func thousandsOfConnectionsLeaveTheAgentAsItWas() throws {
        let fixture = try ControlFixture()
        let descriptors = try openDescriptors()
        for _ in 0..<2000 { _ = try RawClient(fixture.directory.socket) }
        #expect(poll { fixture.server.clientCount == 0 })
        let client = try fixture.client()
        #expect(try client.greet().role == .owner)
        // Other suites open files of their own at the same time.
        #expect(try openDescriptors() < descriptors + 200)
    }

    private func openDescriptors() throws -> Int {
        let directory = try FileDescriptor.open(
            BytePath("/proc/self/fd"), [.readOnly, .directory])
        var count = 0
        try directory.names { _, _ in count += 1 }
        return count
    }
}
