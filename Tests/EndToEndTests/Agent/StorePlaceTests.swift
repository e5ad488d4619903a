import Foundation
import TestSupport
import Testing

/// The store goes away while the agent runs: saving on through the open directory would help nobody.
@Suite struct StorePlaceTests {
    private func agent() throws -> AgentFixture {
        let scratch = try ScratchDirectory()
        try scratch.write("one\n", to: "data/file")
        return try AgentFixture(in: scratch)
    }

    private func expectPaused(_ agent: AgentFixture) throws {
        let status = try #require(try agent.status())
        #expect(status.state == "paused")
        #expect(status.verdict == "unprotected")
        let alarm = try #require(status.alarms.first { $0.code == "paused" })
        #expect(alarm.message.contains(agent.scratch.text + "/store"), "\(alarm.message)")
    }

    @Test(.timeLimit(.minutes(10))) func aStoreThatIsMovedPausesUntilItIsBack() throws {
        let agent = try agent()
        let store = agent.scratch.text + "/store"
        try FileManager.default.moveItem(atPath: store, toPath: store + ".away")
        // Who asks is told at once, though nothing has needed the store.
        try expectPaused(agent)
        try agent.scratch.write("two\n", to: "data/file")
        #expect(try agent.snapctl("snapshot").status == 6)
        let zips = try FileManager.default.contentsOfDirectory(atPath: store + ".away")
            .filter { $0.hasSuffix(".zip") }
        #expect(zips.count == 1)
        try FileManager.default.moveItem(atPath: store + ".away", toPath: store)
        #expect(try agent.waitForStatus { $0.verdict == "ok" && $0.alarms.isEmpty })
        #expect(try poll { try agent.snapctl("cat", "latest:file").output == "two\n" })
    }

    @Test(.timeLimit(.minutes(10))) func aStoreThatIsDeletedIsNamed() throws {
        let agent = try agent()
        let store = agent.scratch.text + "/store"
        try FileManager.default.removeItem(atPath: store)
        try expectPaused(agent)
        let result = try agent.snapctl("snapshot")
        #expect(result.status == 6)
        #expect(result.errors.contains(store), "\(result.errors)")
        #expect(try agent.snapctl("status").output.contains(store))
    }
}
