import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// What the agent does when a snapshot shows that something went wrong.
@Suite struct BrakeTests {
    /// An agent on that many files in the root, and more of them in a directory.
    private func agent(
        _ settings: String = "", files: Int, inside: Int = 0
    ) throws -> AgentFixture {
        let scratch = try ScratchDirectory()
        for number in 0..<files + inside {
            let line = "line \(number), the same words over and over\n"
            let directory = number < files ? "data" : "data/inside"
            try scratch.write(String(repeating: line, count: 30), to: "\(directory)/f\(number).txt")
        }
        return try AgentFixture(settings, in: scratch)
    }

    @Test func massDeletionStopsExpiryUntilAPersonHasLooked() throws {
        let agent = try agent("[dataset.retention]\nlast = 1", files: 20, inside: 40)
        // All of them at once, or the loss might be that of several snapshots.
        try FileManager.default.moveItem(
            atPath: agent.scratch.text + "/data/inside", toPath: agent.scratch.text + "/gone")
        #expect(try agent.waitForStatus { $0.alarms.contains { $0.code == "brake" } })
        let status = try agent.snapctl("status")
        #expect(status.status == 3)
        #expect(status.output.contains("40 of 60 files vanished in 1 -> 2"), "\(status.output)")
        #expect(status.output.contains("snapctl diff 1 2; if it was meant: snapctl resume"))
        #expect(status.output.hasPrefix("All is saved, with a warning: data.\n"))
        #expect(try agent.list().count == 2)
        for command in ["delete 1", "prune"] {
            let words = command.split(separator: " ").map(String.init)
            let refused = try agent.snapctl(words)
            #expect(refused.status == 6 && refused.output == "", "\(command)")
            #expect(
                refused.errors.hasPrefix(
                    "snapctl: expiry is stopped: 40 of 60 files vanished in 1 -> 2\n"))
            #expect(
                refused.errors.hasSuffix(
                    "  do: snapctl diff 1 2; if it was meant: snapctl resume\n"))
        }
        #expect(
            try agent.snapctl("delete", "1").errors.contains(
                "  why: nothing is deleted before a person has looked\n"))

        #expect(try agent.snapctl("resume").status == 0)
        #expect(try agent.snapctl("status").status == 0)
        #expect(try agent.snapctl("prune").status == 0)
        #expect(try agent.list().count == 1)
    }

    @Test func aRewriteOfMostFilesPinsTheSnapshotBeforeIt() throws {
        let agent = try agent(files: 0, inside: 60)
        var random = SeededGenerator(seed: 7)
        for number in 0..<60 {
            try agent.scratch.write(random.bytes(1_500), to: "locked/f\(number).txt.locked")
        }
        let data = try agent.scratch.descriptor.openBeneath(
            BytePath("data"), [.readOnly, .directory])
        try data.exchange(
            Array("inside".utf8), with: agent.scratch.descriptor, Array("locked".utf8))
        #expect(try agent.waitForStatus { $0.alarms.contains { $0.code == "brake" } })
        let status = try #require(try agent.status())
        #expect(status.alarms[0].message.contains("60 of 60 files were replaced"))
        #expect(try agent.list().first?.contains("[pinned]") == true)
    }

    @Test func damageFoundByVerifyStopsExpiry() throws {
        let agent = try agent(files: 3)
        let store = agent.scratch.text + "/store"
        let zip = try #require(
            try FileManager.default.contentsOfDirectory(atPath: store)
                .first { $0.hasSuffix(".zip") })
        let file = try FileDescriptor.open(BytePath("\(store)/\(zip)"), .readWrite)
        let middle = try file.status().size / 2
        try file.write([UInt8](repeating: 0x55, count: 64), at: middle)
        #expect(try agent.snapctl("verify", "--read-data").status == 1)
        let remedy = "snapctl repair; for what it cannot mend: snapctl resume"
        let alarms = try #require(try agent.status()?.alarms)
        #expect(alarms.map(\.code) == ["brake"])
        #expect(alarms.map(\.do) == [remedy])
        #expect(try agent.snapctl("status").status == 3)
        for refused in [try agent.snapctl("delete", "1"), try agent.snapctl("sweep")] {
            #expect(refused.status == 6)
            #expect(refused.errors.contains("  do: \(remedy)\n"), "\(refused.errors)")
        }
    }

    @Test func contentThatVerifyFoundDamagedIsReadAgain() throws {
        let agent = try agent(files: 3)
        let zip = try #require(
            try FileManager.default.contentsOfDirectory(atPath: agent.scratch.text + "/store")
                .first { $0.hasSuffix(".zip") })
        let file = try FileDescriptor.open(
            BytePath("\(agent.scratch.text)/store/\(zip)"), .readWrite)
        let header = try file.readExactly(1_500, at: 0)
        let name = try #require(
            header.indices.first { header[$0...].starts(with: Array("f0.txt".utf8)) })
        // The data follow the name and the extra fields, whose lengths stand before the name.
        let data = name + Int(header[name - 4]) + Int(header[name - 2])
        try file.write([UInt8](repeating: 0x55, count: 8), at: Int64(data) + 8)
        #expect(try agent.snapctl("verify", "--read-data").status == 1)
        #expect(try agent.snapctl("snapshot").status == 0)
        #expect(try agent.snapctl("verify", "latest", "--read-data").status == 0)
        let saved = try agent.snapctl("cat", "latest:f0.txt")
        #expect(saved.stdout == (try agent.scratch.read("data/f0.txt")))
    }

    private func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test func aDirectoryThatCannotBeListedAnyMoreStopsExpiry() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("kept", to: "data/mail/inbox")
        let agent = try AgentFixture(in: scratch, wrapper: AgentFixture.bowsToModes)
        try setMode(0, of: scratch.text + "/data/mail")
        #expect(try agent.waitForStatus { $0.alarms.contains { $0.code == "brake" } })
        let status = try #require(try agent.status())
        let brake = try #require(status.alarms.first { $0.code == "brake" })
        #expect(brake.message.contains("mail/ could not be listed in 2: permission denied"))
    }

    @Test func aRootThatCannotBeReadAnyMoreMakesNoSnapshotAndStopsExpiry() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("kept", to: "data/file")
        let agent = try AgentFixture(in: scratch, wrapper: AgentFixture.bowsToModes)
        try setMode(0, of: scratch.text + "/data")
        // The brake first, and then that nothing is saved.
        #expect(
            try agent.waitForStatus {
                $0.alarms.contains { $0.code == "brake" } && $0.verdict == "unprotected"
            })
        #expect(try agent.snapctl("status").status == 1)
        #expect(try agent.list().count == 1)
        try setMode(0o755, of: scratch.text + "/data")
        // Well but for the brake, which waits for a person.
        #expect(try agent.waitForStatus { $0.alarms.map(\.code) == ["brake"] })
        #expect(try agent.snapctl("resume").status == 0)
        #expect(try agent.snapctl("status").status == 0)
    }
}
