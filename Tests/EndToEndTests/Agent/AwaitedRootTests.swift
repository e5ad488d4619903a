import Foundation
import TestSupport
import Testing

/// An agent that starts before its directory is mounted: unmounted is not deleted.
@Suite struct AwaitedRootTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write("precious\n", to: "disk/file")
        try scratch.makeDirectories("data")
        let agent = try AgentFixture(
            in: scratch, wrapper: AgentFixture.mounting("mount --bind disk data", in: scratch))
        #expect(try agent.list().count == 1)
        #expect(agent.stop() == .code(0))
    }

    private func startUnmounted() throws -> AgentFixture {
        let agent = try AgentFixture(
            "[dataset.retention]\nlast = 1", in: scratch,
            wrapper: AgentFixture.mounting("true", in: scratch),
            until: { $0.state == "paused" && !$0.alarms.isEmpty })
        let status = try #require(try agent.status())
        #expect(status.verdict == "unprotected")
        #expect(status.alarms.first?.code == "paused")
        #expect(status.alarms.first?.message.contains("empty") == true)
        return agent
    }

    @Test(.timeLimit(.minutes(10))) func nothingIsSavedOrPrunedBeforeItIsMounted() throws {
        let agent = try startUnmounted()
        #expect(try agent.snapctl("status").status == 1)
        #expect(try agent.snapctl("snapshot").status == 6)
        #expect(try agent.snapctl("prune").status == 6)
        #expect(try agent.list().count == 1)
        try agent.runInItsMounts("mount --bind disk data")
        #expect(try agent.waitForStatus { $0.verdict == "ok" && $0.state == "watching" })
        #expect(try agent.status()?.alarms.isEmpty == true)
        try agent.runInItsMounts("echo more > data/new")
        #expect(try poll { try agent.snapctl("cat", "latest:new").output == "more\n" })
        #expect(try agent.snapctl("cat", "latest:file").output == "precious\n")
        #expect(agent.stop() == .code(0))
    }

    @Test(.timeLimit(.minutes(10)))
    func anEmptyDirectoryThatIsMeantIsSavedOnceAPersonSaysSo() throws {
        let agent = try startUnmounted()
        #expect(try agent.status()?.alarms.first?.do.contains("snapctl resume") == true)
        #expect(try agent.snapctl("resume").status != 2)
        #expect(try agent.waitForStatus { $0.state == "watching" && $0.lastFullWalk != nil })
        try scratch.write("new\n", to: "data/new")
        #expect(try poll { try agent.snapctl("ls", "latest").output == "new\n" })
        #expect(agent.stop() == .code(0))
    }
}
