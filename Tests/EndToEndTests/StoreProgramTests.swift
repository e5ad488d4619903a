import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// `snapctl --store` is done by `snapagent`, which lies beside it.
@Suite struct StoreProgramTests {
    /// The directory has `snapctl` and what `others` says.
    private func directory(_ others: [String]) throws -> ScratchDirectory {
        let scratch = try ScratchDirectory()
        // By another process: a program that this one has open for writing while it starts
        // others is busy.
        let programs = try (["snapctl"] + others).map { try builtProgram($0) }
        let copied = try runProgram(["cp"] + programs + [scratch.text])
        #expect(copied.status == 0, "\(copied.errors)")
        return scratch
    }

    @Test func snapctlAloneSaysWhatIsMissing() throws {
        let scratch = try directory([])
        let result = try runProgram(
            [scratch.text + "/snapctl", "--store", "/nowhere", "list"], directory: scratch.text)
        #expect(result.status == 1)
        #expect(
            result.errors == """
                snapctl: cannot start snapagent, which reads stores for snapctl
                  why: no such file or directory
                  do: install snapagent into the directory of snapctl

                """)
        #expect(result.output == "")
    }

    /// A link to `snapctl` finds the other program where the real file is, and every word arrives.
    @Test func aLinkToSnapctlReadsStores() throws {
        let scratch = try directory(["snapagent"])
        let elsewhere = try ScratchDirectory()
        try FileManager.default.createSymbolicLink(
            atPath: elsewhere.text + "/s", withDestinationPath: scratch.text + "/snapctl")
        let result = try runProgram(
            [elsewhere.text + "/s", "--store", "no store, \u{e4}", "list", "--json"],
            directory: elsewhere.text)
        #expect(result.status == 4)
        #expect(result.errors.contains("not-a-store"), "\(result.errors)")
        #expect(result.errors.contains("no store, \u{e4}"), "\(result.errors)")
    }

    @Test func helpAndUsageNeedNoOtherProgram() throws {
        let scratch = try directory([])
        let help = try runProgram(
            [scratch.text + "/snapctl", "--store", "/nowhere", "list", "--help"],
            directory: scratch.text)
        #expect(help.status == 0)
        #expect(help.output.hasPrefix("Usage: snapctl list"))
        let wrong = try runProgram(
            [scratch.text + "/snapctl", "--store", "/nowhere", "list", "--no-such-option"],
            directory: scratch.text)
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("--no-such-option"), "\(wrong.errors)")
    }
}
