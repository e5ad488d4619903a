import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// The store's disk is full.
@Suite struct FullDiskTests {
    /// Starts an agent that saves when it is asked to, with its store on a file system of that size.
    private func agent(
        in scratch: ScratchDirectory, size: String, _ settings: String = ""
    ) throws -> AgentFixture {
        try AgentFixture(
            settings, quiet: "1h", maxWait: "2h", in: scratch,
            wrapper: AgentFixture.mounting(
                "mount -t tmpfs -o size=\(size),mode=700 none store", in: scratch))
    }

    /// Who asked for a snapshot is told, and so is everybody who asks for the status.
    @Test(.timeLimit(.minutes(10))) func aSnapshotThatSomebodyAskedForRaisesTheAlarm() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("one\n", to: "data/file")
        try scratch.makeDirectories("store")
        let agent = try agent(in: scratch, size: "16m")
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

    /// Why everything had to be compared is not forgotten by a try that fails after the comparison.
    @Test(.timeLimit(.minutes(10))) func whatWentWithAZipIsSavedAgainThoughTheFirstTryFails() throws
    {
        let scratch = try ScratchDirectory()
        try scratch.write("one\n", to: "data/file")
        try scratch.makeDirectories("store")
        let agent = try agent(in: scratch, size: "16m")
        try scratch.write("two\n", to: "data/deep/other")
        #expect(try agent.snapctl("snapshot").status == 0)
        try agent.runInItsMounts("rm store/*_2.zip; head -c 20M /dev/urandom > data/large")
        #expect(try agent.snapctl("snapshot").status == 1)
        try agent.runInItsMounts("rm data/large")
        #expect(try agent.snapctl("snapshot").status == 0)
        let saved = try agent.snapctl("cat", "latest:deep/other")
        #expect(saved.output == "two\n", "\(saved.errors)\(agent.log)")
        #expect(agent.stop() == .code(0))
    }

    /// Everything is saved, but there is no room for more: that is told before it fails.
    @Test(.timeLimit(.minutes(10))) func aDiskWithoutRoomIsNoGoodNews() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("one\n", to: "data/file")
        try scratch.makeDirectories("store")
        let agent = try agent(in: scratch, size: "16m")
        #expect(try agent.status()?.verdict == "ok")
        // The reserve goes, and somebody else takes what is left.
        try agent.runInItsMounts("rm store/reserve; head -c 15M /dev/zero > store/other; true")
        let full = try agent.snapctl("status")
        #expect(full.status == 3, "\(full.output)")
        #expect(
            full.output.contains("! full   the store's disk is full, the reserve is used up"),
            "\(full.output)")
        #expect(full.output.contains("do     free space on the disk of"), "\(full.output)")
        #expect(try agent.status()?.state == "degraded")
        // What lies in the store counts as its own.
        #expect(full.output.contains("15.") && !full.output.contains("118"), "\(full.output)")
        // The agent tells of it once it comes by, and of its end.
        try scratch.write("two\n", to: "data/file")
        _ = try agent.snapctl("snapshot")
        #expect(agent.log.contains("full: the store's disk is full"))
        try agent.runInItsMounts("rm store/other")
        #expect(try agent.snapctl("status").status == 0)
        try scratch.write("three\n", to: "data/file")
        #expect(try agent.snapctl("snapshot").status == 0)
        #expect(agent.log.contains("over  full"))
        #expect(agent.stop() == .code(0))
    }

    /// What a deleted snapshot alone has makes room, though others need a part of its zip.
    @Test(.timeLimit(.minutes(10))) func aDeletedSnapshotMakesRoom() throws {
        let scratch = try ScratchDirectory()
        try scratch.makeDirectories("store")
        try scratch.makeDirectories("data")
        func write(_ name: String, _ count: String) throws {
            let made = try runProgram(
                ["sh", "-c", "head -c \(count) /dev/urandom > data/\(name)"],
                directory: scratch.text)
            try #require(made.status == 0, "\(made.errors)")
        }
        try write("large", "6M")
        let agent = try agent(in: scratch, size: "24m", "layout = \"incremental\"")
        try write("large", "6M")
        try write("small", "1k")
        #expect(try agent.snapctl("snapshot").status == 0)
        try write("large", "6M")
        #expect(try agent.snapctl("snapshot").status == 0)
        try write("large", "7M")
        let full = try agent.snapctl("snapshot")
        #expect(full.status == 1, "\(full.output)")
        #expect(full.errors.contains("the store's disk is full"), "\(full.errors)")
        #expect(try agent.snapctl("delete", "2").status == 0)
        let made = try agent.snapctl("snapshot")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try agent.snapctl("verify", "--read-data").status == 0)
        #expect(agent.stop() == .code(0))
    }
}
