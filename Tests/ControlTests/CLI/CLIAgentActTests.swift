import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

@testable import ControlCLI

/// The built program makes an agent act: it asks first, shows progress, and can be stopped.
@Suite struct CLIAgentActTests {
    private static func restoring(overwrite: Int) throws -> CLIAgentFixture {
        try CLIAgentFixture { call, _ throws(UserError) in
            guard case .restore(let parameters) = call else {
                throw UserError(.internal, "not asked for", remedy: "")
            }
            return Reply(CannedReports.restore(overwrite: overwrite, dryRun: parameters.dryRun))
        }
    }

    /// Whether each restore that was asked for was a preview.
    private static func previews(_ fixture: CLIAgentFixture) -> [Bool] {
        fixture.agent.calls.compactMap { call in
            if case .restore(let parameters) = call { parameters.dryRun } else { nil }
        }
    }

    @Test func withoutATerminalNothingIsOverwritten() throws {
        let fixture = try Self.restoring(overwrite: 2)
        let result = try fixture.run("restore", "42", "--in-place")
        #expect(result.status == 2 && result.output == "")
        #expect(
            result.errors.contains("snapctl: restore would overwrite 2 files and cannot ask here"))
        #expect(result.errors.contains("  do: look with -n, then add -y"))
        #expect(Self.previews(fixture) == [true])
    }

    @Test func yesAndPureCreationAskNothing() throws {
        let yes = try Self.restoring(overwrite: 2)
        let done = try yes.run("restore", "42", "--in-place", "--yes")
        #expect(done.status == 0)
        #expect(
            done.output == "Restored 3 files, 30 B, from 42 in 0.4s: 1 created, 2 overwritten\n")
        #expect(Self.previews(yes) == [true, false])
        let creating = try Self.restoring(overwrite: 0)
        #expect(try creating.run("restore", "42", "--to", "x").status == 0)
        #expect(Self.previews(creating) == [true, false])
    }

    @Test func aDryRunOnlyShows() throws {
        let fixture = try Self.restoring(overwrite: 2)
        let result = try fixture.run("restore", "42", "--in-place", "-n")
        #expect(result.status == 0 && result.errors == "Nothing was changed\n")
        #expect(result.output.contains("  overwrite        2 files"))
        #expect(Self.previews(fixture) == [true])
    }

    @Test func onATerminalThePersonDecides() throws {
        let agreed = try Self.restoring(overwrite: 2)
        let yes = try agreed.terminal("restore 42 --in-place", typing: "y\n")
        #expect(yes.status == 0)
        #expect(yes.output.contains("Restore 3 files? [y/N] "))
        #expect(Self.previews(agreed) == [true, false])
        for answer in ["n\n", "\n", ""] {
            let declined = try Self.restoring(overwrite: 2)
            let no = try declined.terminal("restore 42 --in-place", typing: answer)
            #expect(no.status == 6)
            #expect(no.output.contains("nothing was changed (you said no)"))
            #expect(no.output.contains("snapctl restore 42 --in-place -n to look again"))
            #expect(Self.previews(declined) == [true])
        }
    }

    @Test func pathsOfTheCallerReachTheAgentAbsolute() throws {
        let fixture = try Self.restoring(overwrite: 0)
        _ = try fixture.run("restore", "42", "--to", "out", "--dataset", "documents")
        guard case .restore(let parameters) = fixture.agent.calls.first else {
            Issue.record("no call")
            return
        }
        #expect(
            parameters.destination
                == .directory(WireBytes(fixture.directory.path.bytes + Array("/out".utf8))))
        #expect(parameters.scope.dataset == "documents")
        #expect(parameters.scope.zone == "Asia/Seoul")
        #expect(parameters.scope.workingDirectory?.bytes == fixture.directory.path.bytes)
    }

    private static func start(
        _ fixture: CLIAgentFixture, _ arguments: [String]
    ) throws -> ChildProcess {
        let variables = ProcessInfo.processInfo.environment.merging(fixture.environment) { $1 }
        return try ChildProcess(
            builtProgram("snapctl"), arguments, environment: variables,
            output: fixture.directory.text + "/out", errors: fixture.directory.text + "/err")
    }

    @Test(arguments: [SIGINT, SIGTERM]) func aSignalCancelsTheJobAndEndsTheProgram(signal: Int32)
        throws
    {
        let fixture = try CLIAgentFixture { call, context throws(UserError) in
            guard case .restore(let parameters) = call else {
                throw UserError(.internal, "not asked for", remedy: "")
            }
            if parameters.dryRun { return Reply(CannedReports.restore(overwrite: 1, dryRun: true)) }
            context.progress.begin("writing", files: 5, bytes: 50)
            context.progress.add(files: 3, bytes: 30)
            _ = poll(deadline: .seconds(20), until: { context.isCancelled })
            throw UserError(
                .interrupted, "stopped by you: 3 of 5 files restored, none half", remedy: "")
        }
        let child = try Self.start(fixture, ["restore", "42", "--in-place", "--yes"])
        #expect(poll(deadline: .seconds(20), until: { fixture.agent.calls.count == 2 }))
        child.signal(signal)
        #expect(child.wait(atMost: .seconds(20)) == .signal(signal))
        let errors = String(decoding: try fixture.directory.read("err"), as: UTF8.self)
        #expect(errors.contains("stopping...\n"))
        #expect(errors.contains("none half"))
        #expect(errors.contains("  do: snapctl restore 42 --in-place --yes\n"))
        #expect(try fixture.directory.read("out") == [])
    }

    @Test func eventsComeAsTheyHappenUntilCtrlC() throws {
        let fixture = try CLIAgentFixture { call, context throws(UserError) in
            for number in 1...3 {
                try context.emit(
                    event: EventReport(
                        dataset: "documents", time: CannedReports.ago(1), event: .snapshot,
                        snapshot: number, detail: "change, +1, 0.2s"))
            }
            _ = poll(deadline: .seconds(20), until: { context.isCancelled })
            throw UserError(.interrupted, "interrupted", remedy: "")
        }
        let child = try Self.start(fixture, ["events", "-f", "--json"])
        let lines = poll(deadline: .seconds(20)) { () -> [Substring]? in
            let text = String(
                decoding: (try? fixture.directory.read("out")) ?? [], as: UTF8.self)
            let lines = text.split(separator: "\n")
            return lines.count == 3 ? lines : nil
        }
        child.signal(SIGINT)
        #expect(child.wait(atMost: .seconds(20)) == .signal(SIGINT))
        for line in try #require(lines) {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["event"] as? String == "snapshot")
        }
    }

    @Test func exitStatusesSayHowItWent() throws {
        let fixture = try CLIAgentFixture { call, _ throws(UserError) in
            switch call {
            case .snapshot:
                return Reply(
                    SnapshotReport(
                        dataset: "documents", snapshot: CannedReports.item(43, missing: 1),
                        created: true,
                        missingItems: [
                            MissingReport(
                                path: BytePath("key"), reason: .unreadable,
                                detail: "permission denied")
                        ]))
            case .verify:
                return Reply(
                    VerifyReport(datasets: [
                        VerifiedDataset(
                            dataset: "documents", ok: false, snapshots: 2, bytesRead: 0,
                            damage: [
                                DamageReport(
                                    snapshot: 41, file: "a.zip", path: BytePath("x"),
                                    kind: "content", otherCopy: nil, detail: "not as its hash")
                            ])
                    ]))
            case .status: return Reply(StatusReport(verdict: .unprotected, datasets: []))
            default: throw UserError(.pinned, "40 is pinned", remedy: "snapctl unpin 40")
            }
        }
        let snapshot = try fixture.run("snapshot")
        #expect(snapshot.status == 3)
        #expect(
            snapshot.errors.hasPrefix("snapctl: 1 file is missing in 43\n  key  permission denied"))
        let verify = try fixture.run("verify")
        #expect(verify.status == 1 && verify.output.contains("DAMAGED"))
        #expect(try fixture.run("status").status == 1)
        #expect(try fixture.run("delete", "40").status == 6)
    }

    @Test func exportMakesAFileOrAStream() throws {
        let fixture = try CLIAgentFixture { _, context throws(UserError) in
            for _ in 0..<100 { try context.emit(data: [UInt8](repeating: 7, count: 4096)) }
            return Reply(
                ExportReport(
                    dataset: "documents", snapshot: 42, file: nil, bytes: 409_600, files: 3,
                    plainBytes: 1_000_000, duration: 0.2))
        }
        let result = try fixture.run("export", "42", "a.zip")
        #expect(result.status == 0)
        #expect(
            result.output
                == "42 -> \(fixture.directory.text)/a.zip: 3 files, 977 KiB in 400 KiB, 0.2s\n")
        #expect(try fixture.directory.read("a.zip").count == 409_600)
        let again = try fixture.run("export", "42", "a.zip")
        #expect(again.status == 6 && again.errors.contains("exists already"))
        #expect(try fixture.run("export", "42", "-").stdout.count == 409_600)
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.directory.text)
        #expect(names.sorted() == ["a.zip", "s"])
    }

    @Test func progressIsForTerminals() throws {
        let fixture = try CLIAgentFixture { call, context throws(UserError) in
            context.progress.begin("reading", files: 100, bytes: 1_000_000)
            let deadline = MonotonicInstant.now + .milliseconds(1500)
            _ = poll(deadline: .seconds(3)) { () -> Bool? in
                context.progress.add(files: 1, bytes: 10_000)
                return deadline < .now ? true : nil
            }
            return Reply(
                VerifyReport(datasets: [
                    VerifiedDataset(
                        dataset: "documents", ok: true, snapshots: 2, bytesRead: 0, damage: [])
                ]))
        }
        let piped = try fixture.run("verify")
        #expect(piped.status == 0 && piped.errors == "")
        let shown = try fixture.terminal("verify")
        let frames = shown.output.split(separator: "\r").filter { $0.contains("reading") }
        #expect(!frames.isEmpty && frames.count <= 8)
        #expect(!shown.stdout.contains(0x1B))
    }

    /// Types Ctrl-C at the first question on a terminal of its own, below a shell that goes on and says how it ended.
    private static let typeInterrupt = """
        import os, pty, sys
        child, terminal = pty.fork()
        if child == 0:
            os.execvp('sh', ['sh', '-c', 'trap : INT; "$@"; echo "ended $?"', 'sh'] + sys.argv[1:])
        output = b''
        while True:
            try: piece = os.read(terminal, 4096)
            except OSError: break
            if not piece: break
            asked = b'[y/N]' in output
            output += piece
            if not asked and b'[y/N]' in output: os.write(terminal, bytes([3]))
        os.waitpid(child, 0)
        sys.stdout.buffer.write(output)
        """

    @Test func ctrlCAtTheQuestionEndsTheLineAndTheProgram() throws {
        let fixture = try Self.restoring(overwrite: 2)
        let result = try runProgram(
            [
                "python3", "-c", Self.typeInterrupt, try builtProgram("snapctl"), "restore", "42",
                "--in-place",
            ], environment: fixture.environment)
        #expect(result.status == 0, "\(result.errors)")
        let parts = result.output.split(separator: "Restore 3 files? [y/N] ")
        // The terminal's own echo of the key comes before or after our line end.
        let end = parts.last.map { $0.split(separator: "^C").joined() }
        #expect(parts.count == 2 && end == "\r\nended 130\r\n", "\(result.output)")
        #expect(Self.previews(fixture) == [true])
    }

    @Test func aProgramIsWarnedOfALabelThatOthersHave() throws {
        let fixture = try CLIAgentFixture { _, _ in
            Reply(
                SnapshotReport(
                    dataset: "documents", snapshot: CannedReports.item(42, label: "tax"),
                    created: true, labelAlso: [31, 40]))
        }
        let warning = #"{"warning":"31, 40 have the label \"tax\" too"}"# + "\n"
        for line in [["label", "42", "tax"], ["snapshot", "--label", "tax"]] {
            let result = try fixture.run(line + ["--json"])
            #expect(result.status == 0 && result.errors == warning, "\(line)")
            #expect(result.output.contains(#""label_also":[31,40]"#))
        }
        #expect(try fixture.run(["pin", "42", "--json"]).errors == "")
    }
}
