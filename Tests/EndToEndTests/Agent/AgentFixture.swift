import Foundation
import LinuxSystem
import TestSupport

/// An agent that runs on a directory of its own, and the command line that talks to it.
final class AgentFixture: Sendable {
    let scratch: ScratchDirectory
    private let agent: ChildProcess

    /// Starts the built program on a configuration with short times, and waits for the end of its first snapshot.
    ///
    /// `wrapper` is a program and arguments that start it.
    init(
        _ settings: String = "", quiet: String = "100ms", maxWait: String = "2s",
        in scratch: ScratchDirectory, wrapper: [String] = [],
        until isReady: (Status) -> Bool = { $0.lastFullWalk != nil && $0.state != "snapshotting" }
    ) throws {
        self.scratch = scratch
        try scratch.makeDirectories("data")
        try Self.configure(settings, quiet: quiet, maxWait: maxWait, in: scratch)
        try scratch.write("", to: "log")
        let words =
            wrapper + [
                try builtProgram("snapagent"), "run", "--config", scratch.text + "/snapagent.toml",
            ]
        agent = try ChildProcess(
            words[0], Array(words.dropFirst()), environment: ProcessInfo.processInfo.environment,
            output: scratch.text + "/log", errors: scratch.text + "/log")
        guard try waitForStatus(isReady) else { throw NotReady(log: log) }
    }

    /// A program and arguments that start another one which modes stop, also where the tests run as root.
    static var bowsToModes: [String] {
        guard SystemIdentity.effectiveUserID == 0 else { return [] }
        return ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    }

    /// Runs a shell in the scratch directory and the mount namespace of the agent.
    func runInItsMounts(_ script: String) throws {
        let result = try runProgram(
            [
                "nsenter", "-t", "\(agent.pid)", "-m", "sh", "-c",
                "cd '\(scratch.text)' && \(script)",
            ])
        guard result.status == 0 else { throw NotReady(log: "\(script): \(result.errors)") }
    }

    /// The path by which the tests reach what the agent sees at a path of the scratch directory.
    func placeInItsMounts(_ path: String) -> String {
        "/proc/\(agent.pid)/root\(scratch.text)/\(path)"
    }

    /// A program and arguments that start another one after a shell script, with mounts of its own.
    static func mounting(_ script: String, in scratch: ScratchDirectory) -> [String] {
        [
            "unshare", "-m", "sh", "-c", "cd '\(scratch.text)' && \(script) && exec \"$@\"", "sh",
        ]
    }

    /// An agent that does not serve.
    struct NotReady: Error {
        let log: String
    }

    /// Writes another configuration, which counts from the next reload on.
    func configure(_ settings: String, group: String? = nil) throws {
        try Self.configure(settings, group: group, in: scratch)
    }

    private static func configure(
        _ settings: String, group: String? = nil, quiet: String = "100ms", maxWait: String = "2s",
        in scratch: ScratchDirectory
    ) throws {
        try scratch.write(
            """
            [control]
            socket = "\(scratch.text)/socket"
            \(group.map { "group = \"\($0)\"" } ?? "")
            [[dataset]]
            name = "data"
            path = "\(scratch.text)/data"
            store = "\(scratch.text)/store"
            quiet = "\(quiet)"
            max_wait = "\(maxWait)"
            \(settings)
            """, to: "snapagent.toml")
    }

    /// Has the agent read its configuration again, and gives what it says of that, `""` if it says nothing.
    func reload() throws -> String {
        func told() -> [Substring] {
            log.split(separator: "\n").filter { $0.contains("  agent  reload  ") }
        }
        let before = told().count
        agent.signal(1)
        guard poll(until: { told().count > before }) else { return "" }
        let line = told().last ?? ""
        return line.range(of: "  agent  reload  ").map { String(line[$0.upperBound...]) } ?? ""
    }

    /// What the agent has logged.
    var log: String { String(decoding: (try? scratch.read("log")) ?? [], as: UTF8.self) }

    /// Runs `snapctl` against the agent.
    func snapctl(_ words: String...) throws -> ProgramResult { try snapctl(words) }

    /// Runs `snapctl` against the agent.
    func snapctl(_ words: [String]) throws -> ProgramResult {
        try runProgram(
            [try builtProgram("snapctl"), "--socket", scratch.text + "/socket"] + words)
    }

    /// The dataset's status, with what of it the tests look at.
    struct Status: Decodable {
        struct Problem: Decodable {
            let code: String
            let message: String
            let `do`: String
        }
        struct Place: Decodable {
            let path: String
            let reason: String
            let scannedEvery: Int?

            enum CodingKeys: String, CodingKey {
                case path, reason
                case scannedEvery = "scanned_every"
            }
        }
        struct Last: Decodable { let number: Int }

        let state: String
        let verdict: String
        let alarms: [Problem]
        let uncovered: [Place]
        let lastFullWalk: String?
        let lastSnapshot: Last?

        enum CodingKeys: String, CodingKey {
            case state, verdict, alarms, uncovered
            case lastFullWalk = "last_full_walk"
            case lastSnapshot = "last_snapshot"
        }
    }

    private struct Report: Decodable { let datasets: [Status] }

    /// The dataset's status, `nil` while no agent answers.
    func status() throws -> Status? {
        let result = try snapctl("--json", "status")
        guard result.status != 5 else { return nil }
        return try JSONDecoder().decode(Report.self, from: Data(result.stdout)).datasets.first
    }

    /// Waits until the status is as wished; `false` after a while.
    func waitForStatus(_ isRight: (Status) -> Bool) throws -> Bool {
        try poll { try status().map(isRight) ?? false }
    }

    /// The lines of `snapctl list`.
    func list() throws -> [String] {
        try snapctl("list").output.split(separator: "\n").map(String.init)
    }

    /// Ends the agent and waits for it.
    @discardableResult
    func stop() -> ProcessEnd {
        agent.signal(15)
        return agent.wait()
    }
}
