import ControlProtocol
import LinuxSystem
import SnapshotModel
import Synchronization
import TestSupport
import Testing

/// An agent on a real socket that gives the answers a test wants.
final class CannedAgent: ControlHandler {
    typealias Answer = @Sendable (ControlCall, CallContext) throws(UserError) -> Reply

    private let answer: Answer
    private let seen = Mutex<[ControlCall]>([])

    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// The calls that came, in order.
    var calls: [ControlCall] { seen.withLock { $0 } }

    func handle(_ call: ControlCall, context: CallContext) throws(UserError) -> Reply {
        seen.withLock { $0.append(call) }
        return try answer(call, context)
    }
}

/// The real `snapctl` with an agent of the test's own.
final class CLIAgentFixture: Sendable {
    let directory: ScratchDirectory
    let agent: CannedAgent
    let server: ControlServer

    init(_ answer: @escaping CannedAgent.Answer) throws {
        directory = try ScratchDirectory()
        agent = CannedAgent(answer)
        server = try ControlServer.start(
            ControlServer.Options(path: directory.socket, version: "1.0.0"), handler: agent)
    }

    deinit {
        server.stop()
    }

    /// The environment of a person in Seoul at a terminal of 80 columns.
    var environment: [String: String] {
        [
            "SNAPAGENT_SOCKET": directory.text + "/s", "TZ": "Asia/Seoul", "COLUMNS": "",
            "LANG": "C.UTF-8", "LC_ALL": "", "LC_CTYPE": "", "NO_COLOR": "", "TERM": "xterm",
        ]
    }

    /// Runs `snapctl` into pipes.
    func run(
        _ arguments: String..., environment more: [String: String] = [:]
    ) throws -> ProgramResult {
        try run(arguments, environment: more)
    }

    /// Runs `snapctl` into pipes.
    func run(
        _ arguments: [String], environment more: [String: String] = [:]
    ) throws -> ProgramResult {
        try runProgram(
            [try builtProgram("snapctl")] + arguments,
            environment: environment.merging(more) { $1 }, directory: directory.text)
    }

    /// Runs a line of bash in which `snapctl` is the built program.
    func shell(
        _ line: String, environment more: [String: String] = [:]
    ) throws -> ProgramResult {
        let program = try builtProgram("snapctl")
        return try runProgram(
            ["bash", "-c", "snapctl() { '\(program)' \"$@\"; }; \(line)"],
            environment: environment.merging(more) { $1 }, directory: directory.text)
    }

    /// Runs `snapctl` on a terminal and gives it what a person types; both streams are in the output.
    func terminal(
        _ arguments: String, typing: String = "", environment more: [String: String] = [:]
    ) throws -> ProgramResult {
        let program = try builtProgram("snapctl")
        return try runProgram(
            ["script", "-qec", "\(program) \(arguments)", "/dev/null"],
            environment: environment.merging(["COLUMNS": "80"]) { $1 }.merging(more) { $1 },
            input: Array(typing.utf8), directory: directory.text)
    }
}

/// Answers for the commands that look.
enum CannedReports {
    /// A moment so long ago.
    static func ago(_ seconds: Int64) -> ReportTime {
        ReportTime(seconds: WallClock.now().seconds - seconds, utcOffset: 9 * 3600)
    }

    static func item(_ number: Int, label: String? = nil, missing: Int = 0) -> SnapshotItem {
        SnapshotItem(
            number: number, dataset: "documents", created: ago(7_300), reason: .change,
            layout: .complete, file: "documents_\(number).zip", files: 1203, bytes: 88_080_384,
            allocated: 41_062, added: 1, changed: 2, removed: 3, missing: missing, label: label,
            moved: 4, metadata: 5, host: "desk", duration: 0.2, parent: number - 1)
    }

    static func list(labels: [String?] = [nil, "before tax"]) -> ListReport {
        ListReport(
            dataset: "documents",
            snapshots: labels.enumerated().map { item(41 + $0.offset, label: $0.element) },
            datasets: [
                ListedDataset(
                    dataset: "documents", root: "/home/me/Documents", snapshots: labels.count,
                    tooLarge: 0)
            ])
    }

    static func ls(_ names: [[UInt8]]) -> LsReport {
        LsReport(
            dataset: "documents", snapshot: 42, path: .root,
            entries: names.map { name in
                EntryReport(
                    path: BytePath(name), type: .file, mode: "0644", uid: 1000, gid: 1000,
                    user: "me", group: "me", size: 313, mtime: ago(60))
            })
    }

    static func restore(overwrite: Int, dryRun: Bool) -> RestoreReport {
        var plan = RestoreAmounts()
        plan.create = Amount(files: 1, bytes: 10)
        plan.overwrite = Amount(files: overwrite, bytes: 20)
        return RestoreReport(
            dataset: "documents", snapshot: 42, target: BytePath("/home/me/Documents"),
            dryRun: dryRun, plan: plan, done: dryRun ? RestoreAmounts() : plan,
            created: ago(7_300), needed: 30, free: 4096, duration: 0.4)
    }
}
