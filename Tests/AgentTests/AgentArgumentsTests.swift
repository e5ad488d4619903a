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
        #expect(error("check", "--new-store")?.message == "--new-store goes with run only")
        #expect(error("check", "--new-store")?.remedy == "leave it out")
        let check = try AgentCommand.parse(["check", "--config", "f"].map { Array($0.utf8) })
        #expect(check == .check(configuration: BytePath("f")))
    }

    @Test func aStoreIsBegunAnewInAConfigurationToo() throws {
        func parse(_ words: String...) throws -> AgentCommand {
            try AgentCommand.parse(words.map { Array($0.utf8) })
        }
        #expect(
            try parse("run", "--config", "f", "--new-store")
                == .serve(configuration: BytePath("f"), StoreConsent(newStore: true)))
        #expect(
            try parse("run", "--take-over", "--name", "a")
                == .serve(configuration: nil, StoreConsent(dataset: "a", takeOver: true)))
        #expect(try parse("run") == .serve(configuration: nil, nil))
        var options = WatchOptions()
        options.name = "a"
        options.consent = StoreConsent(newStore: true)
        #expect(
            try parse("run", "/d", "--name", "a", "--new-store") == .watch(BytePath("/d"), options))
    }
}
