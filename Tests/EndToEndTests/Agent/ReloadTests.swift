import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// What a running agent makes of a configuration that changed.
@Suite struct ReloadTests {
    private func agent() throws -> AgentFixture {
        let scratch = try ScratchDirectory()
        try scratch.write("one", to: "data/a")
        return try AgentFixture(in: scratch)
    }

    @Test func aChangedDatasetGoesOnWithItsStore() throws {
        let agent = try agent()
        try agent.configure("exclude = [\"*.tmp\"]")
        #expect(try agent.reload() == "the configuration is in force")
        try agent.scratch.write("scratch", to: "data/b.tmp")
        #expect(try agent.snapctl("snapshot").status == 0)
        #expect(try agent.snapctl("ls", "latest").output == "a\n")
        #expect(try agent.list().count == 1)
        #expect(try agent.status()?.verdict == "ok")
    }

    @Test func whatCannotBeTakenOverLeavesTheOldDatasetsAtWork() throws {
        let agent = try agent()
        try agent.configure(
            """
            exclude = ["*.tmp"]
            [[dataset]]
            name = "other"
            path = "\(agent.scratch.text)/nowhere"
            """)
        #expect(try agent.reload().contains("the old one stays"))
        try agent.scratch.write("two", to: "data/b.tmp")
        #expect(try agent.snapctl("snapshot").status == 0)
        #expect(try agent.snapctl("ls", "latest").output == "a\nb.tmp\n")
        try expectConfigurationAlarm(agent, "nowhere")
        try agent.configure("")
        #expect(try agent.reload() == "the configuration is in force")
        #expect(try agent.waitForStatus { $0.verdict == "ok" && $0.alarms.isEmpty })
    }

    private func expectConfigurationAlarm(_ agent: AgentFixture, _ word: String) throws {
        let status = try #require(try agent.status())
        #expect(status.alarms.map(\.code) == ["config"])
        #expect(status.alarms.first?.message.contains(word) == true, "\(status.alarms)")
        #expect(status.alarms.first?.do.contains("reload") == true)
        #expect(status.verdict == "gaps")
    }

    /// Whoever takes a group out of the file must not believe that it is out.
    @Test func aChangedControlTableIsSaidNotToBeInForce() throws {
        let agent = try agent()
        try agent.configure("", group: "nogroup")
        #expect(try agent.reload().contains("but for [control]"))
        let status = try #require(try agent.status())
        #expect(status.alarms.map(\.code) == ["config"])
        #expect(status.alarms.first?.message.contains("[control]") == true, "\(status.alarms)")
        #expect(status.alarms.first?.do.contains("restart") == true)
        try agent.configure("")
        #expect(try agent.reload() == "the configuration is in force")
        #expect(try agent.waitForStatus { $0.verdict == "ok" && $0.alarms.isEmpty })
    }

    @Test func aBadFileIsAnAlarmUntilAGoodOneIsLoaded() throws {
        let agent = try agent()
        try agent.configure("qiuet = \"1s\"")
        #expect(try agent.reload().contains("the old one stays"))
        try expectConfigurationAlarm(agent, "qiuet")
        #expect(try agent.snapctl("status").status == 3)
        let status = try agent.snapctl("status").output
        #expect(status.hasPrefix("All is saved, with a warning: data.\n"), "\(status)")
        #expect(status.contains("! config"))
        #expect(try agent.snapctl().output.contains("all is saved, with a warning: snapctl status"))
        try agent.configure("")
        #expect(try agent.reload() == "the configuration is in force")
        #expect(try agent.waitForStatus { $0.verdict == "ok" && $0.alarms.isEmpty })
    }
}
