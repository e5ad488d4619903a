import Foundation
import SnapshotModel
import TestSupport
import Testing

/// The built `snapctl --store` on a real store, with no agent anywhere.
@Suite struct CLIStoreTests {
    private static func fixture() throws -> CommandFixture {
        let fixture = try CommandFixture()
        try fixture.save(["notes.txt": "one\n", "reports/q3.odt": "q3", "한글 문서.odt": "가"])
        try fixture.save(["notes.txt": "two\n", "reports/q4.odt": "q4"])
        return fixture
    }

    private func run(
        _ fixture: CommandFixture, _ arguments: String..., in directory: String? = nil
    ) throws -> ProgramResult {
        try runProgram(
            [try builtProgram("snapctl"), "--store", fixture.scratch.text + "/store"] + arguments,
            environment: [
                "SNAPAGENT_SOCKET": "/nonexistent/s", "TZ": "UTC", "LANG": "C.UTF-8", "LC_ALL": "",
            ], directory: directory ?? fixture.scratch.text)
    }

    @Test func listShowsTheSnapshots() throws {
        let fixture = try Self.fixture()
        let plain = try run(fixture, "list")
        #expect(plain.status == 0 && plain.errors == "")
        let rows = plain.output.split(separator: "\n")
        #expect(rows.count == 2 && rows[0].hasPrefix("1  2026-11-30 02:00"))
        let json = try run(fixture, "list", "--json")
        let value = try JSONSerialization.jsonObject(with: Data(json.stdout)) as? [String: Any]
        let snapshots = try #require(value?["snapshots"] as? [[String: Any]])
        #expect(snapshots.map { $0["number"] as? Int } == [1, 2])
        #expect(value?["dataset"] as? String == "documents")
    }

    @Test func filesAreListedReadAndCompared() throws {
        let fixture = try Self.fixture()
        #expect(try run(fixture, "ls", "latest").output == "notes.txt\nreports/\n한글 문서.odt\n")
        #expect(try run(fixture, "ls", "1:reports").output == "q3.odt\n")
        #expect(try run(fixture, "cat", "1:notes.txt").output == "one\n")
        #expect(try run(fixture, "cat", "notes.txt@{before}").output == "one\n")
        let diff = try run(fixture, "diff", "1", "2")
        #expect(diff.status == 0)
        let names = diff.output.split(separator: "\n").map { $0.split(separator: " ").last }
        #expect(names == ["notes.txt", "reports/q4.odt"])
        let show = try run(fixture, "show", "latest")
        #expect(show.status == 0 && show.output.hasPrefix("2 of documents\n"))
        // The rules stand in the configuration, which only the agent has read.
        #expect(show.output.contains("  kept by  unknown: the agent knows the rules; not pinned\n"))
    }

    @Test func restoreToANewDirectoryNeedsNoConsent() throws {
        let fixture = try Self.fixture()
        let result = try run(fixture, "restore", "latest", "--to", "out")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("Restored 4 files, "))
        #expect(try fixture.scratch.read("out/한글 문서.odt") == Array("가".utf8))
        let again = try run(fixture, "restore", "latest", "--to", "out")
        #expect(again.status == 0)
        #expect(again.output == "Nothing to restore: \(fixture.scratch.text)/out is as in 2\n")
    }

    @Test func restoreInPlaceSaysThatNothingIsSavedFirst() throws {
        let fixture = try Self.fixture()
        try fixture.scratch.write("mine\n", to: "data/notes.txt")
        let refused = try run(fixture, "restore", "1:notes.txt", "--in-place")
        #expect(refused.status == 2 && refused.output == "")
        #expect(refused.errors.contains("Nothing is saved first, no undo."))
        #expect(refused.errors.contains("restore would overwrite 1 file and cannot ask here"))
        #expect(try fixture.scratch.read("data/notes.txt") == Array("mine\n".utf8))
        let done = try run(fixture, "restore", "1:notes.txt", "--in-place", "-y")
        #expect(done.status == 0)
        #expect(try fixture.scratch.read("data/notes.txt") == Array("one\n".utf8))
    }

    @Test func aDryRunCountsWhatTheRealRunDoes() throws {
        let fixture = try Self.fixture()
        let dry = try run(fixture, "restore", "1", "--to", "out", "-n", "--json")
        #expect(!FileManager.default.fileExists(atPath: fixture.scratch.text + "/out"))
        let real = try run(fixture, "restore", "1", "--to", "out", "--json")
        func files(_ result: ProgramResult, _ key: String) throws -> Int? {
            let value = try JSONSerialization.jsonObject(with: Data(result.stdout))
            let amounts = (value as? [String: Any])?[key] as? [String: [String: Int]]
            return amounts?["create"]?["files"]
        }
        #expect(try files(dry, "plan") == 3 && files(real, "done") == 3)
    }

    @Test func verifyAndExport() throws {
        let fixture = try Self.fixture()
        let verify = try run(fixture, "verify", "--read-data")
        #expect(verify.status == 0 && verify.output.hasPrefix("documents  good: 2 snapshots, "))
        let export = try run(fixture, "export", "latest", "all.zip")
        #expect(export.status == 0)
        #expect(export.output.hasPrefix("2 -> \(fixture.scratch.text)/all.zip: 4 files, "))
        let test = try runProgram(["unzip", "-tq", fixture.scratch.text + "/all.zip"])
        #expect(test.status == 0)
        #expect(try run(fixture, "export", "latest", "-").stdout == fixture.scratch.read("all.zip"))
    }

    @Test func usageAndASample() throws {
        let fixture = try Self.fixture()
        let usage = try run(fixture, "du")
        #expect(usage.status == 0)
        let rows = usage.output.split(separator: "\n")
        #expect(rows.count == 2)
        #expect(rows[0].hasPrefix("1  2026-11-30 02:00"))
        let sample = try run(fixture, "verify", "--read-data", "--sample", "50%")
        #expect(sample.status == 0)
    }

    @Test func plainProgramIsTheOverview() throws {
        let result = try run(Self.fixture())
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("documents  /"))
        #expect(result.output.contains("2 snapshots, the last is 2, "))
    }

    @Test(
        arguments: [
            (["show", "57"], 4, "documents has no snapshot 57"),
            (["show", "@2hh"], 2, "\"@2hh\" names no snapshot"),
            (["cat", "1:nothing"], 4, "1 has no nothing"),
            (["list", "--dataset", "photos"], 4, "there is no dataset \"photos\""),
        ])
    func errorsSayWhatAndHow(arguments: [String], status: Int, message: String) throws {
        let fixture = try Self.fixture()
        let result = try runProgram(
            [try builtProgram("snapctl"), "--store", fixture.scratch.text + "/store"] + arguments)
        #expect(result.status == status && result.output == "")
        #expect(result.errors.hasPrefix("snapctl: " + message), "\(result.errors)")
        #expect(result.errors.contains("\n  do: "))
    }

    @Test func aDirectoryThatIsNoStoreIsRefused() throws {
        let scratch = try ScratchDirectory()
        let result = try runProgram(
            [try builtProgram("snapctl"), "list", "--store", scratch.text])
        #expect(result.status == 4 && result.output == "")
        #expect(result.errors.contains("is not a store"))
    }
}
