import SnapshotModel
import Testing

@testable import Agent

/// What the command line of `snapagent` may say.
@Suite struct AgentArgumentsTests {
    private func error(_ words: String...) -> UserError? {
        #expect(throws: UserError.self) { try AgentCommand.parse(words.map { Array($0.utf8) }) }
    }

    /// An empty word would be the current directory.
    @Test func anEmptyPathIsRefused() throws {
        #expect(error("run", "")?.message == "run needs a directory, not an empty word")
        #expect(error("init", "")?.message == "init needs a directory, not an empty word")
        for option in ["--store", "--socket", "--config"] {
            let message = error("run", option, "")?.message
            #expect(message == "\(option) needs a path, not an empty word")
        }
    }

    @Test func anOptionWithoutEffectIsRefused() throws {
        #expect(error("check", "--store", "/s")?.message == "--store goes with run DIR only")
        #expect(error("init", "/d", "--quiet", "3s")?.message == "--quiet goes with run DIR only")
        #expect(error("run", "--name", "x")?.code == .unknownOption)
        let message = error("init", "/d", "--config", "f")?.message
        #expect(message == "--config goes with run and check only")
        let check = try AgentCommand.parse(["check", "--config", "f"].map { Array($0.utf8) })
        #expect(check == .check(configuration: BytePath("f")))
    }
}
