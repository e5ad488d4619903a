import Foundation
import TestSupport
import Testing

/// Somebody moves or removes zips by hand while nothing else happens: who asks is told, and what is lost is saved again.
@Suite struct HandledZipsTests {
    private func agent(_ settings: String = "") throws -> AgentFixture {
        let scratch = try ScratchDirectory()
        try scratch.write("one\n", to: "data/first")
        let agent = try AgentFixture(settings, in: scratch)
        try scratch.write("two\n", to: "data/second")
        #expect(try agent.snapctl("snapshot").status == 0)
        #expect(try agent.list().count == 2)
        return agent
    }

    private func zips(_ agent: AgentFixture, in place: String = "store") throws -> [String] {
        let folder = agent.scratch.text + "/" + place
        return try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".zip") }.sorted().map { folder + "/" + $0 }
    }

    private func waitForBrake(
        _ agent: AgentFixture, saying text: String, todo: String
    ) throws {
        let isTold = try agent.waitForStatus { status in
            status.alarms.contains {
                $0.code == "brake" && $0.message.contains(text) && $0.do.contains(todo)
            }
        }
        let told = try agent.snapctl("status").output
        #expect(isTold, "\(told)")
    }

    @Test(.timeLimit(.minutes(10))) func oneThatIsRemovedIsMissed() throws {
        let agent = try agent()
        try FileManager.default.removeItem(atPath: try #require(try zips(agent).first))
        try waitForBrake(agent, saying: "snapshot 1 is gone", todo: "snapctl verify")
    }

    @Test(.timeLimit(.minutes(10))) func whatTheNewestHeldIsSavedAgain() throws {
        let agent = try agent()
        try FileManager.default.removeItem(atPath: try #require(try zips(agent).last))
        try waitForBrake(agent, saying: "snapshot 2 is gone", todo: "snapctl verify")
        #expect(try poll { try agent.list().last?.hasPrefix("3 ") == true })
        #expect(try agent.snapctl("cat", "3:second").output == "two\n")
    }

    @Test(.timeLimit(.minutes(10))) func allThatAreMovedAmongTheExpiredStay() throws {
        let agent = try agent()
        for zip in try zips(agent) {
            let name = String(zip.dropFirst((agent.scratch.text + "/store/").count))
            try FileManager.default.moveItem(
                atPath: zip, toPath: agent.scratch.text + "/store/expired/" + name)
        }
        try waitForBrake(agent, saying: "2 snapshots were moved", todo: "snapctl undelete")
        #expect(try poll { try agent.list().last?.hasPrefix("3 ") == true })
        #expect(try agent.snapctl("cat", "3:first").output == "one\n")
        #expect(try agent.snapctl("undelete", "1").status == 0)
        #expect(try agent.list().first?.hasPrefix("1 ") == true)
        #expect(try zips(agent, in: "store/expired").count == 1)
    }

    /// What only pruned snapshots brought lies in `base/`, and kept ones need it.
    @Test(.timeLimit(.minutes(10))) func aBaseThatIsRemovedIsMissed() throws {
        let agent = try agent("layout = \"incremental\"")
        #expect(try agent.snapctl("delete", "1").status == 0)
        #expect(try zips(agent, in: "store/base").count == 1)
        try FileManager.default.removeItem(atPath: agent.scratch.text + "/store/base")
        try waitForBrake(agent, saying: "lacks what only it held", todo: "snapctl repair")
        #expect(try poll { try agent.list().last?.hasPrefix("3 ") == true })
        #expect(try agent.snapctl("cat", "3:first").output == "one\n")
    }
}
