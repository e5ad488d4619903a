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

    /// What judges a store that is elsewhere, or writes into it, would do so for nobody.
    private static let refused = [
        ["verify"], ["verify", "--read-data"], ["verify", "1"], ["repair"], ["repair", "-n"],
        ["sweep", "--now"], ["du"], ["prune"], ["label", "1", "name"], ["pin", "1"],
        ["unpin", "1"], ["delete", "1"], ["undelete", "1"], ["resume"], ["snapshot"],
        ["restore", "1", "file", "--in-place", "--yes"],
    ]

    private func expectRefusal(
        _ agent: AgentFixture, _ words: [String], because reason: String
    ) throws {
        let result = try agent.snapctl(words)
        #expect(result.status == 6, "\(words): \(result.output)\(result.errors)")
        #expect(result.output.isEmpty, "\(words): \(result.output)")
        let store = agent.scratch.text + "/store"
        let message = "snapctl: cannot save data into its store \(store)\n  why: \(reason)\n"
        #expect(result.errors.contains(message), "\(words): \(result.errors)")
    }

    @Test(.timeLimit(.minutes(10)), arguments: [false, true])
    func aStoreThatIsElsewhereIsNotJudged(isAnotherInItsPlace: Bool) throws {
        let agent = try agent()
        let store = agent.scratch.text + "/store"
        try FileManager.default.moveItem(atPath: store, toPath: store + ".away")
        if isAnotherInItsPlace { try agent.scratch.makeDirectories("store") }
        // There is something to put back.
        try agent.scratch.write("two\n", to: "data/file")
        let reason =
            isAnotherInItsPlace
            ? "another directory is in its place" : "no such file or directory"
        for words in Self.refused { try expectRefusal(agent, words, because: reason) }
        #expect(try agent.snapctl("--json", "du").status == 6)
    }

    @Test(.timeLimit(.minutes(10))) func whatIsOpenOfAStoreThatIsElsewhereCanBeRead() throws {
        let agent = try agent()
        let (store, to) = (agent.scratch.text + "/store", agent.scratch.text + "/to")
        try FileManager.default.moveItem(atPath: store, toPath: store + ".away")
        #expect(try agent.snapctl("cat", "1:file").output == "one\n")
        #expect(try agent.snapctl("ls", "1").output == "file\n")
        for words in [
            ["list"], ["show", "1"], ["diff", "1", "live"], ["versions", "file"],
            ["export", "1", agent.scratch.text + "/one.zip"], ["restore", "1", "--to", to],
        ] {
            let result = try agent.snapctl(words)
            #expect(result.status == 0, "\(words): \(result.errors)")
        }
        #expect(String(decoding: try agent.scratch.read("to/file"), as: UTF8.self) == "one\n")
    }

    @Test(.timeLimit(.minutes(10))) func whatCannotBeReadBecauseTheStoreIsGoneSaysSo() throws {
        let agent = try agent()
        try FileManager.default.removeItem(atPath: agent.scratch.text + "/store")
        for words in [
            ["cat", "1:file"], ["ls", "1"], ["diff", "1", "live"],
            ["export", "1", agent.scratch.text + "/one.zip"],
            ["restore", "1", "--to", agent.scratch.text + "/to"],
        ] { try expectRefusal(agent, words, because: "no such file or directory") }
    }
}
