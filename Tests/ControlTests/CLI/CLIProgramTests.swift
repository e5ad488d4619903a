import Foundation
import TestSupport
import Testing

@testable import ControlCLI

/// The built program without an agent: versions, help, errors, streams.
@Suite struct CLIProgramTests {
    static let environment = [
        "SNAPAGENT_SOCKET": "", "XDG_RUNTIME_DIR": "/nonexistent", "LANG": "C.UTF-8",
        "LC_ALL": "", "TZ": "UTC",
    ]

    private func run(_ arguments: String..., more: [String: String] = [:]) throws -> ProgramResult {
        try runProgram(
            [try builtProgram("snapctl")] + arguments,
            environment: Self.environment.merging(more) { $1 })
    }

    private func shell(_ line: String) throws -> ProgramResult {
        let program = try builtProgram("snapctl")
        return try runProgram(
            ["bash", "-c", "snapctl() { '\(program)' \"$@\"; }; \(line)"],
            environment: Self.environment)
    }

    @Test func versionIsOneLine() throws {
        let result = try run("--version")
        #expect(result.output == "snapctl 1.0.0\n" && result.errors == "" && result.status == 0)
    }

    @Test(arguments: CommandName.allCases) func bothHelpsAreTheSameBytes(command: CommandName)
        throws
    {
        let option = try run(command.rawValue, "--help")
        let word = try run("help", command.rawValue)
        #expect(option.stdout == word.stdout)
        #expect(option.status == 0 && word.status == 0 && option.errors == "")
        #expect(
            option.output == CommandHelp.lines(command.definition).joined(separator: "\n") + "\n")
    }

    @Test func usageErrorsGoToStandardErrorWith2() throws {
        let result = try run("lst")
        #expect(result.status == 2 && result.output == "")
        #expect(result.errors == "snapctl: no command \"lst\"\n  do: did you mean ls, list?\n")
    }

    @Test func usageErrorsAreJSONWhereverJSONIsWanted() throws {
        let result = try run("list", "--last", "ten", "--json")
        #expect(result.status == 2 && result.output == "")
        #expect(
            result.errors
                == #"{"format":1,"error":{"code":"option-value","exit":2,"#
                + #""message":"--last needs a number, not \"ten\"","why":null,"#
                + #""do":"snapctl list --last 10","subject":"ten","near":[]}}"# + "\n")
    }

    @Test(arguments: ["list", "status", "snapshot", "", "list --json", "restore 1 --in-place -y"])
    func withoutAnAgentItEndsWith5(line: String) throws {
        let started = ContinuousClock.now
        let result = try shell("snapctl --socket /nonexistent/s \(line)")
        #expect(result.status == 5 && result.output == "")
        #expect(result.errors.contains("no agent is running"))
        #expect(result.errors.contains("/nonexistent/s"))
        #expect(ContinuousClock.now - started < .seconds(10))
    }

    @Test func versionNeedsNoAgent() throws {
        let result = try run("version", "--socket", "/nonexistent/s")
        #expect(result.status == 0)
        #expect(result.output == "snapctl 1.0.0\nagent: none is running\nprotocol 1\n")
    }

    @Test func aLongSocketPathIsRefused() throws {
        let result = try run("list", "--socket", "/" + String(repeating: "s", count: 120))
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("snapctl: the socket path has 121 bytes"))
    }

    @Test func posixlyCorrectChangesNothing() throws {
        for environment in [[:], ["POSIXLY_CORRECT": "1"]] {
            let result = try run("list", "extra", "--json", more: environment)
            #expect(result.errors.contains(#""code":"extra-operand""#))
        }
    }

    @Test func aReaderThatLeavesIsNoError() throws {
        let result = try shell(
            "set -o pipefail; for i in 1 2 3 4 5; do snapctl help ref | head -1; done")
        #expect(result.status == 0 && result.errors == "")
    }

    @Test(arguments: ["--version", "--help", "help ref", "version", "__completions bash"])
    func aFullDiskIsSaidOnce(line: String) throws {
        let result = try shell("snapctl \(line) > /dev/full")
        #expect(result.status == 1)
        #expect(
            result.errors
                == "snapctl: cannot write the output: no space left on device\n"
                + "  do: free space behind the redirection\n")
    }

    @Test func closedDescriptorsDoNoHarm() throws {
        #expect(try shell("snapctl --version <&-").output == "snapctl 1.0.0\n")
        #expect(try shell("snapctl --version 2>&-").output == "snapctl 1.0.0\n")
        #expect(try shell("snapctl --version >&-").status == 1)
        #expect(try shell("snapctl lst <&- >&- 2>&-").status == 2)
    }

    @Test func noEscapeWithoutATerminal() throws {
        for result in [try run("--help"), try run("lst"), try run("help", "exit")] {
            #expect(!result.stdout.contains(0x1B) && !result.stderr.contains(0x1B))
        }
    }

    @Test func helpIsHelpWhateverStoreIsMeant() throws {
        let plain = try run("help", "list")
        #expect(try run("--store", "/nonexistent", "help", "list").stdout == plain.stdout)
        #expect(try run("help", "list", "--store", "/nonexistent").status == 0)
    }

    @Test func commandsOfTheAgentRefuseAStore() throws {
        let result = try run("pin", "4", "--store", "/nonexistent")
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("snapctl: pin has no option --store\n  why: "))
    }
}
