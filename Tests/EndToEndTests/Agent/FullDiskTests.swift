import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// The store's disk is full.
@Suite struct FullDiskTests {
    /// Who asked for a snapshot is told, and so is everybody who asks for the status.
    @Test(.timeLimit(.minutes(10))) func aSnapshotThatSomebodyAskedForRaisesTheAlarm() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("one\n", to: "data/file")
        try scratch.makeDirectories("store")
        let agent = try AgentFixture(
            quiet: "1h", maxWait: "2h", in: scratch,
            wrapper: AgentFixture.mounting(
                "mount -t tmpfs -o size=16m,mode=700 none store", in: scratch))
        let made = try runProgram(
            ["sh", "-c", "head -c 20M /dev/urandom > data/large"], directory: scratch.text)
        try #require(made.status == 0, "\(made.errors)")
        let result = try agent.snapctl("snapshot")
        #expect(result.status == 1, "\(result.output)")
        #expect(result.errors.contains("the store's disk is full"), "\(result.errors)")
        let status = try #require(try agent.status())
        #expect(status.state == "full")
        #expect(status.alarms.map(\.code) == ["full"])
        try scratch.descriptor.openBeneath(
            BytePath("data"), [.readOnly, .directory]
        ).remove(Array("large".utf8))
        #expect(try agent.snapctl("snapshot").status == 0)
        #expect(try agent.status()?.alarms.map(\.code) == [])
        #expect(agent.stop() == .code(0))
    }
}
