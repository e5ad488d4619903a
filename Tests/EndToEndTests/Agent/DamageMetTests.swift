import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// Damage that somebody meets who reads is known from then on.
@Suite struct DamageMetByReadersTests {
    private func damagedAgent(_ name: String) throws -> AgentFixture {
        let scratch = try ScratchDirectory()
        var generator = SeededGenerator()
        let bytes = (0..<4_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try scratch.makeDirectories("data/sub")
        try scratch.write(bytes, to: "data/sub/file")
        let agent = try AgentFixture(in: scratch)
        let store = scratch.text + "/store"
        let zip = try #require(
            try FileManager.default.contentsOfDirectory(atPath: store)
                .first { $0.hasSuffix(".zip") })
        let text = try scratch.read("store/" + zip)
        let header = try #require(
            text.indices.first {
                text[$0...].starts(with: [0x50, 0x4B, 3, 4] as [UInt8])
                    && text[($0 + 30)...].starts(with: Array(name.utf8))
            })
        let place = header + 30 + name.utf8.count + 100
        // As a disk does that rots: nothing else about the file changes.
        let file = try scratch.descriptor.openBeneath(BytePath("store/" + zip), [.readWrite])
        let before = try file.status()
        try file.write([text[place] ^ 4], at: Int64(place))
        try file.setTimes(modified: before.modified)
        return agent
    }

    private func expectAlarm(_ agent: AgentFixture, after words: [String], exit: Int32?) throws {
        let before = try #require(try agent.status())
        #expect(!before.alarms.contains { $0.code == "brake" })
        let result = try agent.snapctl(words)
        #expect(
            exit == nil || result.status == exit, "\(words): \(result.output)\(result.errors)")
        let isTold = try poll(deadline: .seconds(60)) {
            try agent.status()?.alarms.contains {
                $0.code == "brake" && $0.message.contains("failed its verification")
                    && $0.do.contains("snapctl repair")
            } == true
        }
        #expect(isTold, "\(agent.log)")
        #expect(
            poll(deadline: .seconds(20)) { agent.log.contains("met by who read it") },
            "\(agent.log)")
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["cat", "export", "restore"])
    func aRottenContentIsKnownAfterwards(command: String) throws {
        let agent = try damagedAgent("sub/file")
        let to = agent.scratch.text + "/to"
        switch command {
        case "cat": try expectAlarm(agent, after: ["cat", "1:sub/file"], exit: 1)
        case "export": try expectAlarm(agent, after: ["export", "1", to + ".zip"], exit: 1)
        default: try expectAlarm(agent, after: ["restore", "1", "--to", to], exit: 3)
        }
        #expect(try agent.snapctl("verify", "--read-data").status == 1)
    }

    @Test(.timeLimit(.minutes(10)), arguments: [["ls", "1:sub"], ["diff", "1", "live"]])
    func aRottenListingIsKnownAfterwards(words: [String]) throws {
        let agent = try damagedAgent(".snapagent/trees")
        // There may be a copy that helps; the damage is there all the same.
        try expectAlarm(agent, after: words, exit: nil)
    }
}
