import ControlProtocol
import Foundation
import TestSupport
import Testing

/// An agent that is started through another program, and so has other rights, limits or mounts than the test.
final class WrappedAgent: Sendable {
    private let child: ChildProcess
    private let errors: String
    let client: ControlClient
    /// The data directory as the agent sees it, whatever is mounted there for the agent alone.
    let data: String

    /// Starts the agent and waits until it answers.
    init(_ wrapper: [String], _ place: Workplace, program: String? = nil) throws {
        var environment = ProcessInfo.processInfo.environment
        for (name, value) in place.environment {
            environment[name] = value.isEmpty ? nil : value
        }
        errors = place.scratch.text + "/wrapped-errors"
        let errors = errors
        let child = try ChildProcess(
            wrapper[0],
            wrapper.dropFirst() + [program ?? builtProgram("snapagent")]
                + ["run", place.data, "--store", place.store, "--socket", place.socket]
                + ["--quiet", "50ms", "--max-wait", "2s"], environment: environment,
            directory: place.scratch.text, output: place.scratch.text + "/wrapped",
            errors: errors)
        self.child = child
        data = "/proc/\(child.pid)/root" + place.data
        let client = poll(deadline: .seconds(60)) {
            child.poll() == nil ? try? place.connect() : nil
        }
        let log = try String(contentsOfFile: errors, encoding: .utf8)
        self.client = try #require(client, "no agent: \(log)")
    }

    /// Runs a program in the mount namespace of the agent.
    func run(_ arguments: String...) throws {
        let result = try runProgram(["nsenter", "-t", "\(child.pid)", "-m"] + arguments)
        try #require(result.status == 0, "\(arguments): \(result.errors)")
    }

    /// Runs a program in the user namespace of the agent.
    func runAsItsRoot(_ arguments: String...) throws {
        let result = try runProgram(
            ["nsenter", "-t", "\(child.pid)", "-U", "--preserve-credentials"] + arguments)
        try #require(result.status == 0, "\(arguments): \(result.errors)")
    }

    /// Makes a file in the data directory as the agent sees it.
    func write(_ text: String, to file: String) throws {
        let url = URL(fileURLWithPath: data + "/" + file)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Asks it to stop and expects that it does.
    func stop(sourceLocation: SourceLocation = #_sourceLocation) throws {
        child.signal(SIGTERM)
        let status = child.wait(atMost: .seconds(60)).status
        let log = try String(contentsOfFile: errors, encoding: .utf8)
        #expect(status == 0, "\(log)", sourceLocation: sourceLocation)
    }
}
