import Foundation
import TestSupport
import Testing

/// What a restart must not wipe out.
@Suite(.serialized) struct RestartTests {
    /// Slow losses add up, whether or not the agent is started anew between them.
    @Test(.timeLimit(.minutes(10))) func theBrakeRemembersTheLastHour() throws {
        let scratch = try ScratchDirectory()
        for number in 0..<60 {
            let directory = number < 25 ? "first/" : number < 40 ? "second/" : ""
            try scratch.write("\(number)\n", to: "data/\(directory)f\(number)")
        }
        func remove(_ directory: String) throws {
            try FileManager.default.moveItem(
                atPath: "\(scratch.text)/data/\(directory)", toPath: "\(scratch.text)/\(directory)")
        }
        var agent = try AgentFixture(in: scratch)
        try remove("first")
        #expect(try poll { try agent.list().count == 2 })
        #expect(try agent.status()?.alarms.isEmpty == true)
        #expect(agent.stop() == .code(0))
        agent = try AgentFixture(in: scratch)
        try remove("second")
        #expect(try agent.waitForStatus { $0.alarms.contains { $0.code == "brake" } })
        let status = try #require(try agent.status())
        #expect(
            status.alarms.first?.message.contains("40 of 60 files vanished in 1 -> ") == true,
            "\(status.alarms)")
    }

    /// A disk that rots is no better after a restart.
    @Test(.timeLimit(.minutes(10)), arguments: ["auto", "incremental"])
    func theAlarmOnRotStays(layout: String) throws {
        let scratch = try ScratchDirectory()
        let settings = "verify_sample = 100\nlayout = \"\(layout)\""
        let mark = "the content that rots \(UUID().uuidString)"
        try scratch.makeDirectories("data")
        for command in ["truncate -s 32M image", "mkfs.ext4 -q image"] {
            let made = try runProgram(["sh", "-c", command], directory: scratch.text)
            try #require(made.status == 0, "\(made.errors)")
        }
        let wrapper = AgentFixture.mounting(
            "mount -o loop image data && rm -rf data/lost+found && (test -e data/file || "
                + "{ echo '\(mark)' > data/file; sync data/file; })", in: scratch)
        var agent = try AgentFixture(settings, in: scratch, wrapper: wrapper)
        // Only what rested for a while is taken as unchanged.
        #expect(try agent.snapctl("snapshot", "--label", "rested").status == 0)
        // Behind the file system's back, as a failing disk does it, and out of the cache.
        let rot =
            "import sys; f = open('image', 'r+b'); b = f.read(); "
            + "at = b.index(sys.argv[1].encode()); f.seek(at); f.write(b'T')"
        let rotted = try runProgram(
            ["python3", "-c", rot, mark], directory: scratch.text)
        try #require(rotted.status == 0, "\(rotted.errors)")
        try agent.runInItsMounts("dd if=data/file iflag=nocache count=0 status=none")
        #expect(try agent.snapctl("snapshot", "--full").status == 0)
        #expect(try agent.status()?.alarms.map(\.code) == ["rot"], "\(agent.log)")
        let before = try #require(try agent.status()?.alarms.first)
        #expect(agent.stop() == .code(0))
        agent = try AgentFixture(settings, in: scratch, wrapper: wrapper)
        let after = try #require(try agent.status()?.alarms.first { $0.code == "rot" })
        #expect(after.message == before.message)
        #expect(try agent.snapctl("resume").status == 0)
        #expect(agent.stop() == .code(0))
        agent = try AgentFixture(settings, in: scratch, wrapper: wrapper)
        #expect(try agent.status()?.alarms.contains { $0.code == "rot" } == false)
        #expect(agent.stop() == .code(0))
    }
}
