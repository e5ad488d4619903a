import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// What the agent prints goes to a file in the directory that it saves.
@Suite struct OwnLogTests {
    @Test(.timeLimit(.minutes(10)), arguments: ["complete", "incremental"])
    func aLogInTheTreeMakesNoLoop(layout: String) throws {
        let scratch = try ScratchDirectory()
        try scratch.write("one\n", to: "data/file")
        try scratch.makeDirectories("data/logs")
        let log = scratch.text + "/data/logs/agent.log"
        let agent = try AgentFixture(
            "layout = \"\(layout)\"", in: scratch,
            wrapper: ["sh", "-c", "exec \"$@\" >>'\(log)' 2>&1", "sh"])
        try scratch.writeAtOnce("two\n", to: "data/file")
        #expect(try poll { try agent.snapctl("cat", "latest:file").output == "two\n" })
        try expectRest(agent, 2)
        // A log that is put away keeps growing under its new name, and is still the agent's own.
        let logs = try scratch.descriptor.openBeneath(
            BytePath("data/logs"), [.readOnly, .directory])
        try logs.rename(
            Array("agent.log".utf8), to: logs, Array("agent.log.1".utf8), replacing: false)
        try scratch.writeAtOnce("three\n", to: "data/file")
        #expect(try poll { try agent.snapctl("cat", "latest:file").output == "three\n" })
        try expectRest(agent, 3)
        #expect(try agent.snapctl("ls", "--recursive", "latest").output == "file\nlogs/\n")
        let text = String(decoding: try scratch.read("data/logs/agent.log.1"), as: UTF8.self)
        #expect(text.split(separator: "\n").count { $0.contains("  snapshot  ") } == 3, "\(text)")
        #expect(agent.stop() == .code(0))
    }

    /// Expects so many snapshots, and no more for many times the quiet time.
    private func expectRest(_ agent: AgentFixture, _ count: Int) throws {
        #expect(try agent.list().count == count)
        #expect(try !poll(deadline: .seconds(2)) { try agent.list().count > count })
        // What is written into the log asks for one look, which finds nothing.
        #expect(try agent.waitForStatus { $0.state == "watching" })
    }
}
