import Foundation
import TestSupport
import Testing

/// `make run`, the first thing that a person types.
@Suite struct MakeRunTests {
    private var programs: String {
        get throws { String(try builtProgram("").dropLast()) }
    }

    @Test func makePassesTheDirectoryAndTheOptionsOn() throws {
        #expect(
            try plan("DIR=/a b", "ARGS=--socket '/s s'")
                .contains("\npackaging/run.sh \"/a b\" --socket '/s s'\n"))
        #expect(try plan().contains("\npackaging/run.sh \"\" \n"))
    }

    /// What `make run` would do, whatever make runs the tests.
    private func plan(_ variables: String...) throws -> String {
        let result = try runProgram(
            ["make", "-n", "-C", repositoryRoot, "run"] + variables,
            environment: ["MAKEFLAGS": "", "MFLAGS": "", "MAKELEVEL": "", "DIR": "", "ARGS": ""])
        #expect(result.status == 0, "\(result.errors)")
        return result.output
    }

    @Test func whatItPrintsReachesTheAgent() throws {
        let place = try Workplace()
        let data = place.scratch.text + "/my data"
        let socket = place.scratch.text + "/my socket"
        try place.scratch.write("one\n", to: "my data/notes.txt")
        var environment = ProcessInfo.processInfo.environment
        for (name, value) in place.environment { environment[name] = value.isEmpty ? nil : value }
        environment["SNAPAGENT_SOCKET"] = nil
        environment["SNAPAGENT_PROGRAMS"] = try programs
        let agent = try ChildProcess(
            repositoryRoot + "/packaging/run.sh",
            [data, "--socket", socket, "--quiet", "100ms"], environment: environment,
            output: place.scratch.text + "/out", errors: place.scratch.text + "/errors")
        func shown(_ file: String) throws -> String {
            String(decoding: try place.scratch.read(file), as: UTF8.self)
        }
        let isShown = try poll { try shown("errors").contains("Stop      Ctrl-C") }
        try #require(isShown)
        // The banner is there a moment before the first answer.
        let isServed = try poll { try place.snapctl("--socket", socket, "list").status == 0 }
        try #require(isServed)
        // The lines between the heading and the empty one are to be pasted, but for what explains them.
        let pasted = try shown("out").split(separator: "\n").dropFirst()
            .filter { $0.contains("export ") || $0.contains("echo ") }
        let result = try runProgram(
            ["bash", "-ec", pasted.joined(separator: "\n") + "\nsnapctl snapshot; snapctl list"],
            environment: environment.merging(["SNAPAGENT_SOCKET": ""]) { $1 })
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.split(separator: "\n").count >= 2, "\(result.output)")
        #expect(try place.scratch.read("my data/notes.txt") == Array("one\none more line\n".utf8))
        agent.signal(SIGINT)
        #expect(agent.wait().status == 0)
        #expect(try shown("errors").hasSuffix("saved; last snapshot 2\n"))
    }
}
