import ControlProtocol
import Foundation
import SnapshotModel
import TestSupport
import Testing

@testable import ControlCLI

/// The built program asks an agent and shows what it answers.
@Suite struct CLIAgentLookTests {
    private static func fixture(_ names: [[UInt8]] = CLIFixtures.oddNames) throws -> CLIAgentFixture
    {
        let labels = names.map { String(validating: $0, as: UTF8.self) }
        return try CLIAgentFixture { call, context throws(UserError) in
            switch call {
            case .list:
                return Reply(CannedReports.list(labels: labels))
            case .rows:
                return Reply(RowsReport(CannedReports.list(labels: labels)))
            case .ls: return Reply(CannedReports.ls(names))
            case .cat(let parameters):
                let isBinary = parameters.operand == WireBytes("42:binary")
                let bytes: [UInt8] = isBinary ? [0x41, 0, 0x1B] : Array("한글\n".utf8)
                for _ in 0..<3 { try context.emit(data: bytes) }
                return Reply(
                    CatReport(
                        dataset: "documents", snapshot: 42, path: BytePath("a"),
                        bytes: Int64(bytes.count * 3)))
            case .show:
                throw UserError(
                    .noSnapshot, "documents has no snapshot 57 (it has 41 to 42)",
                    remedy: "near: 42. snapctl list", subject: "57", near: ["42"])
            default: throw UserError(.internal, "not asked for", remedy: "")
            }
        }
    }

    @Test func aPipeGetsOneRowPerSnapshot() throws {
        let result = try Self.fixture().run("list")
        #expect(result.status == 0 && result.errors == "")
        #expect(result.output.split(separator: "\n").count == CLIFixtures.oddNames.count)
        #expect(!result.stdout.contains { $0 < 0x20 && $0 != 0x0A })
    }

    @Test func optionsAnywhereGiveEqualAnswers() throws {
        let fixture = try Self.fixture()
        let first = try fixture.run("--json", "list", "--last", "3")
        #expect(first.status == 0)
        for environment in [[:], ["POSIXLY_CORRECT": "1"]] {
            let other = try fixture.run("list", "--last=3", "--json", environment: environment)
            #expect(other.status == 0 && other.stdout.prefix(60) == first.stdout.prefix(60))
        }
        let expected = fixture.agent.calls.map { call -> Int? in
            guard case .list(let parameters) = call else { return nil }
            return parameters.last
        }
        #expect(expected == [3, 3, 3])
    }

    @Test func jsonIsOneStrictDocumentInOneLine() throws {
        for line in [["list", "--json"], ["ls", "42", "--json"]] {
            let fixture = try Self.fixture()
            let result = try runProgram(
                [try builtProgram("snapctl")] + line, environment: fixture.environment)
            #expect(result.status == 0)
            #expect(result.stdout.last == 0x0A && result.stdout.count { $0 == 0x0A } == 1)
            #expect(!result.stdout.dropLast().contains { $0 < 0x20 || $0 == 0x7F })
            let value = try JSONSerialization.jsonObject(with: Data(result.stdout))
            let object = try #require(value as? [String: Any])
            #expect(object["format"] as? Int == 1)
            #expect(result.output.hasPrefix(#"{"format":1,"#))
        }
    }

    @Test func oddNamesComeBackFromBash() throws {
        let fixture = try Self.fixture()
        let result = try fixture.run("ls", "42")
        let shown = result.output.split(separator: "\n").map(String.init)
        #expect(shown.count == CLIFixtures.oddNames.count)
        for (name, text) in zip(CLIFixtures.oddNames, shown) where text.hasPrefix("$'") {
            let back = try runProgram(
                ["bash", "-c", "printf %s \(text)"], environment: ["LC_ALL": "C"])
            #expect(back.stdout == name, "\(text)")
        }
        #expect(
            try fixture.run("ls", "42", "-0").stdout
                == Array(CLIFixtures.oddNames.map { $0 + [0] }.joined()))
    }

    @Test(arguments: [40, 60, 80, 100, 120, 200])
    func onATerminalNoLineIsWiderThanIt(columns: Int) throws {
        _ = CLIFixtures.terminal(80)
        let fixture = try Self.fixture()
        for line in ["list", "list --long", "ls 42", "ls 42 -l", "show 57"] {
            let result = try fixture.terminal(
                line, environment: ["COLUMNS": "\(columns)", "NO_COLOR": "1"])
            #expect(!result.stdout.contains(0x1B))
            for row in result.output.split(whereSeparator: \.isNewline) {
                #expect(CellWidth.of(String(row)) <= columns, "\(line): \(row)")
            }
        }
    }

    @Test func anASCIITerminalGetsASCII() throws {
        let fixture = try Self.fixture()
        for line in ["list", "ls 42", "ls 42 -l"] {
            let result = try fixture.terminal(line, environment: ["LANG": "C", "LC_ALL": "C"])
            #expect(result.status == 0)
            #expect(result.stdout.allSatisfy { $0 < 0x80 })
        }
        let unknown = try fixture.terminal("ls 42", environment: ["LANG": "xx_XX.UTF-8"])
        #expect(unknown.output.contains("한글 문서.odt"))
    }

    @Test func colourIsForTerminalsThatWantIt() throws {
        let fixture = try Self.fixture()
        #expect(try fixture.terminal("list").stdout.contains(0x1B))
        #expect(try !fixture.terminal("list --color never").stdout.contains(0x1B))
        #expect(try !fixture.terminal("list", environment: ["TERM": "dumb"]).stdout.contains(0x1B))
        #expect(try !fixture.terminal("list", environment: ["NO_COLOR": "1"]).stdout.contains(0x1B))
        #expect(try !fixture.run("list").stdout.contains(0x1B))
        #expect(try fixture.run("list", "--color", "always").stdout.contains(0x1B))
    }

    @Test func catGivesTheBytesAndKeepsBinaryFromTerminals() throws {
        let fixture = try Self.fixture()
        #expect(try fixture.run("cat", "42:a").output == "한글\n한글\n한글\n")
        #expect(
            try fixture.run("cat", "42:binary").stdout == [
                0x41, 0, 0x1B, 0x41, 0, 0x1B, 0x41, 0, 0x1B,
            ])
        let refused = try fixture.terminal("cat 42:binary")
        #expect(refused.status == 6 && !refused.stdout.contains(0))
        #expect(refused.output.contains("42:binary is not text"))
    }

    @Test func errorsOfTheAgentComeThroughAsTheyAre() throws {
        let fixture = try Self.fixture()
        let plain = try fixture.run("show", "57")
        #expect(plain.status == 4 && plain.output == "")
        #expect(
            plain.errors
                == "snapctl: documents has no snapshot 57 (it has 41 to 42)\n"
                + "  do: near: 42. snapctl list\n")
        let json = try fixture.run("show", "57", "--json")
        #expect(json.status == 4 && json.output == "")
        let object = try JSONSerialization.jsonObject(with: Data(json.stderr)) as? [String: Any]
        let error = try #require(object?["error"] as? [String: Any])
        #expect(error["code"] as? String == "no-snapshot")
        #expect(error["exit"] as? Int == 4)
        #expect(error["near"] as? [String] == ["42"])
    }

    @Test func readersThatLeaveAndFullDisks() throws {
        let fixture = try Self.fixture([[UInt8]](repeating: Array("name".utf8), count: 20_000))
        for line in ["list", "ls 42", "cat 42:a"] {
            let piped = try fixture.shell("set -o pipefail; snapctl \(line) | head -1")
            #expect(piped.status == 0 && piped.errors == "", "\(line)")
            let full = try fixture.shell("snapctl \(line) > /dev/full")
            #expect(full.status == 1, "\(line)")
            #expect(full.errors.hasPrefix("snapctl: cannot write the output: no space left"))
        }
    }

    @Test func aTerminalIsToldWhatTheColumnsOfUsageMean() throws {
        let fixture = try CLIAgentFixture { _, _ in
            Reply(
                UsageReport(
                    dataset: "documents",
                    datasets: [
                        UsedDataset(
                            dataset: "documents", bytes: 4096,
                            snapshots: [
                                UsedSnapshot(
                                    number: 42, alone: 1024, withOlder: 4096,
                                    created: CannedReports.ago(60))
                            ])
                    ]))
        }
        let legend = "Deleting a snapshot frees what no other one needs; what they share stays."
        let shown = try fixture.terminal("du").output.split(whereSeparator: \.isNewline)
        #expect(shown.suffix(2).first == legend[...])
        #expect(shown.last == "The newest whole one cannot be deleted.")
        let piped = try fixture.run("du")
        #expect(piped.errors == "" && piped.output.split(separator: "\n").count == 1)
    }
}
