import Foundation
import Synchronization
import TestSupport
import Testing

/// Errors that say what is so, and what to do.
@Suite struct PlainWordsTests {
    private func agent() throws -> AgentFixture {
        let scratch = try ScratchDirectory()
        try scratch.write("one\n", to: "data/file")
        return try AgentFixture(in: scratch)
    }

    @Test(.timeLimit(.minutes(10))) func aDatasetThatIsGoneCanBeRestoredElsewhere() throws {
        let agent = try agent()
        try FileManager.default.removeItem(atPath: agent.scratch.text + "/data")
        let result = try agent.snapctl("restore", "1", "--in-place", "--yes")
        #expect(result.status == 2)
        #expect(
            result.errors == """
                snapctl: \(agent.scratch.text)/data does not exist
                  do: make it or mount it, or restore elsewhere: --to DIR in place of --in-place

                """)
        let to = agent.scratch.text + "/to"
        #expect(try agent.snapctl("restore", "1", "--to", to).status == 0)
    }

    @Test(.timeLimit(.minutes(10))) func whoMayNotWriteIsNotToldOfSpace() throws {
        let agent = try agent()
        try agent.scratch.makeDirectories("closed")
        let closed = agent.scratch.text + "/closed"
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: closed)
        let result = try runProgram(
            AgentFixture.bowsToModes + [
                try builtProgram("snapctl"), "--socket", agent.scratch.text + "/socket", "export",
                "1", closed + "/one.zip",
            ])
        #expect(result.status == 1)
        #expect(
            result.errors == """
                snapctl: \(closed) cannot take a file: permission denied
                  do: name a FILE in a directory that you may write to

                """)
    }

    @Test(.timeLimit(.minutes(10))) func aStoreThatCannotBeMadeIsNamed() throws {
        let scratch = try ScratchDirectory()
        try scratch.makeDirectories("data")
        let result = try runProgram([
            try builtProgram("snapagent"), "run", scratch.text + "/data", "--store",
            "/proc/nowhere", "--socket", scratch.text + "/socket",
        ])
        #expect(result.status == 1)
        #expect(
            result.errors.hasPrefix("snapagent: creating /proc/nowhere failed\n"),
            "\(result.errors)")
    }

    /// While a changed configuration is taken over, nobody is asked which of no datasets is meant.
    @Test(.timeLimit(.minutes(10))) func aDatasetThatIsTakenOverIsAboutToBeServed() throws {
        let agent = try agent()
        for round in 1...3 {
            try agent.configure("verify_interval = \"\(round + 1)h\"")
            let reload = Reloading(agent)
            while !reload.isOver {
                for words in [["ls", "latest"], ["--dataset", "data", "list"], ["status"]] {
                    let result = try agent.snapctl(words)
                    let isServed = [0, 3].contains(result.status)
                    #expect(
                        isServed || result.errors.hasPrefix("snapctl: the agent is starting"),
                        "\(words): \(result.output)\(result.errors)")
                }
            }
            #expect(reload.answer.contains("in force"))
        }
    }
}

/// A reload that runs beside what else is asked.
private final class Reloading: Sendable {
    private let told = Mutex<String?>(nil)

    init(_ agent: AgentFixture) {
        Thread.detachNewThread { [self] in
            let answer = (try? agent.reload()) ?? ""
            told.withLock { $0 = answer }
        }
    }

    var isOver: Bool { told.withLock { $0 != nil } }
    var answer: String { told.withLock { $0 ?? "" } }
}
