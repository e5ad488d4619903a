import ControlProtocol
import Foundation
import SnapshotModel
import TestSupport
import Testing

/// One person's world in a scratch directory: data, store, socket and an environment of its own.
final class Workplace: Sendable {
    let scratch: ScratchDirectory
    let data: String
    let store: String
    let socket: String
    /// What every program of the test gets.
    let environment: [String: String]

    init(store name: String = "store") throws {
        scratch = try ScratchDirectory()
        let place = scratch.text
        data = place + "/data"
        store = "\(place)/\(name)"
        socket = place + "/socket"
        try scratch.makeDirectories("data")
        try scratch.makeDirectories("run")
        environment = [
            "HOME": place, "XDG_CONFIG_HOME": place + "/config", "XDG_STATE_HOME": place + "/state",
            "XDG_CACHE_HOME": place + "/cache", "XDG_RUNTIME_DIR": place + "/run",
            "SNAPAGENT_SOCKET": socket, "LC_ALL": "C.UTF-8", "TZ": "UTC", "NO_COLOR": "1",
            "NOTIFY_SOCKET": "", "WATCHDOG_USEC": "", "JOURNAL_STREAM": "",
        ]
    }

    /// Starts an agent on the data and waits until it is ready.
    func startAgent(
        _ more: [String] = [], quiet: String = "200ms", wrapper: [String] = []
    ) throws -> AgentProcess {
        let agent = try launchAgent(
            ["run", data, "--store", store, "--socket", socket, "--quiet", quiet]
                + ["--max-wait", "2s"] + more, wrapper: wrapper)
        try agent.waitUntilReady()
        return agent
    }

    /// Starts an agent whose zips have this layout, and waits until it is ready.
    func startAgent(layout: SnapshotLayout, quiet: String, more: String = "") throws
        -> AgentProcess
    {
        try configure(quiet: quiet, maxWait: "2s", layout: layout, more)
        return try startConfigured()
    }

    /// Starts an agent with any arguments and does not wait.
    func launchAgent(_ arguments: [String], wrapper: [String] = []) throws -> AgentProcess {
        try AgentProcess(arguments, workplace: self, wrapper: wrapper)
    }

    /// Runs `snapctl` against the agent.
    func snapctl(_ arguments: String..., deadline: Duration = .seconds(60)) throws -> ProgramResult
    {
        try snapctl(arguments, deadline: deadline)
    }

    /// Runs `snapctl` against the agent.
    func snapctl(_ arguments: [String], deadline: Duration = .seconds(60)) throws -> ProgramResult {
        try runProgram(
            [builtProgram("snapctl")] + arguments, environment: environment,
            directory: scratch.text,
            deadline: deadline)
    }

    /// Runs `snapctl`, expects that it succeeds and returns what it printed.
    @discardableResult
    func did(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws
        -> String
    {
        let result = try snapctl(arguments)
        let log = result.status == 0 ? "" : try agentLogs()
        #expect(
            result.status == 0, "snapctl \(arguments): \(result.errors)\(log)",
            sourceLocation: sourceLocation)
        return result.output
    }

    /// What all agents of the test wrote.
    private func agentLogs() throws -> String {
        try FileManager.default.contentsOfDirectory(atPath: scratch.text)
            .filter { $0.hasPrefix("agent-") }.sorted()
            .map { "\n--- \($0)\n\(String(decoding: try scratch.read($0), as: UTF8.self))" }
            .joined()
    }

    /// The snapshots that the agent lists.
    func snapshots() throws -> [SnapshotItem] {
        try ReportJSON.decode(ListReport.self, from: Array(did("list", "--json").utf8)).snapshots
    }

    /// The snapshots that the store alone lists.
    func storedSnapshots() throws -> [SnapshotItem] {
        let text = try did("--store", store, "list", "--json")
        return try ReportJSON.decode(ListReport.self, from: Array(text.utf8)).snapshots
    }

    /// The zips of the store, oldest first.
    func zips() throws -> [String] {
        guard FileManager.default.fileExists(atPath: store) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: store)
            .filter { $0.hasSuffix(".zip") }
            .sorted { Self.number($0) < Self.number($1) }
            .map { store + "/" + $0 }
    }

    /// Waits until the store has a snapshot of at least this number, and returns its zip.
    @discardableResult
    func waitForZip(_ number: Int, within deadline: Duration = .seconds(60)) throws -> String {
        let zip = try poll(deadline: deadline) {
            try zips().last.flatMap { Self.number($0) >= number ? $0 : nil }
        }
        return try #require(zip, "no snapshot \(number)")
    }

    /// Waits until the agent lists a snapshot of at least this number: a moment after its zip is there.
    func waitForSnapshot(_ number: Int, within deadline: Duration = .seconds(60)) throws {
        try waitForZip(number, within: deadline)
        let listed = try poll { try snapshots().contains { $0.number >= number } }
        try #require(listed, "snapshot \(number) is not listed")
    }

    /// The number in the name of a zip, 0 if there is none.
    static func number(_ zip: String) -> Int {
        let name = zip.split(separator: "/").last ?? ""
        return name.split(separator: ".").first?.split(separator: "_").last.flatMap { Int($0) } ?? 0
    }
}
