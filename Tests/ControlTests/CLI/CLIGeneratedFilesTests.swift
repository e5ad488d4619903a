import Foundation
import TestSupport
import Testing

@testable import ControlCLI

/// The files that are made from the table: completions, and the lists of the manual page.
@Suite struct CLIGeneratedFilesTests {
    private func file(_ path: String) throws -> String {
        try String(contentsOfFile: repositoryRoot + "/" + path, encoding: .utf8)
    }

    @Test(
        arguments: [
            (CompletionShell.bash, "snapctl.bash"), (.zsh, "_snapctl"), (.fish, "snapctl.fish"),
        ])
    func completionsAreUpToDate(shell: CompletionShell, name: String) throws {
        let made = CompletionScript.lines(shell).joined(separator: "\n") + "\n"
        #expect(
            try file("completions/" + name) == made,
            "run: snapctl __completions \(shell.rawValue) > completions/\(name)")
    }

    @Test(arguments: [("bash", "snapctl.bash"), ("zsh", "_snapctl"), ("fish", "snapctl.fish")])
    func shellsReadTheirCompletions(shell: String, name: String) throws {
        let result = try runProgram([shell, "-n", repositoryRoot + "/completions/" + name])
        #expect(result.status == 0 && result.errors == "")
    }

    private func bash(_ words: [String]) throws -> Set<String> {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let result = try runProgram([
            "bash", "-c",
            "source '\(repositoryRoot)/completions/snapctl.bash'; COMP_WORDS=(\(quoted)); "
                + "COMP_CWORD=\(words.count - 1); _snapctl; printf '%s\\n' \"${COMPREPLY[@]}\"",
        ])
        #expect(result.errors == "")
        return Set(result.output.split(separator: "\n").map(String.init))
    }

    @Test func bashOffersWhatTheTableHas() throws {
        #expect(try bash(["snapctl", ""]) == Set(CommandName.allCases.map(\.rawValue)))
        #expect(try bash(["snapctl", "restore", "--k"]) == ["--keep-newer"])
        #expect(try bash(["snapctl", "--json", "list", "--si"]) == ["--since"])
        #expect(try bash(["snapctl", "--color", ""]) == ["auto", "always", "never"])
        for command in CommandTable.all {
            let offered = try bash(["snapctl", command.name.rawValue, "--"])
            let expected = (OptionName.global + command.options.map(\.name)).map(\.typed)
            #expect(offered == Set(expected), "\(command.name)")
        }
    }

    @Test func bashOffersNamesWithSpacesAsOne() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("", to: "with space.txt")
        try scratch.write("", to: "w*")
        try scratch.makeDirectories("with two dirs")
        func offered(_ words: String) throws -> [String] {
            let result = try runProgram([
                "bash", "-c",
                "cd '\(scratch.text)' && source '\(repositoryRoot)/completions/snapctl.bash'; "
                    + "COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _snapctl; "
                    + "printf '<%s>\n' \"${COMPREPLY[@]}\"",
            ])
            #expect(result.errors == "")
            return result.output.split(separator: "\n").map(String.init).sorted()
        }
        #expect(
            try offered("snapctl versions w") == ["<w*>", "<with space.txt>", "<with two dirs>"])
        #expect(try offered("snapctl restore 1 --to w") == ["<with two dirs>"])
        #expect(try offered("snapctl --socket 'with s'") == ["<with space.txt>"])
    }

    @Test func fishOffersWhatTheTableHas() throws {
        func fish(_ line: String) throws -> Set<String> {
            let result = try runProgram([
                "fish", "--no-config", "-c",
                "source '\(repositoryRoot)/completions/snapctl.fish'; complete -C '\(line)'",
            ])
            return Set(
                result.output.split(separator: "\n").compactMap {
                    $0.split(separator: "\t").first.map(String.init)
                })
        }
        #expect(try fish("snapctl ").isSuperset(of: CommandName.allCases.map(\.rawValue)))
        #expect(try fish("snapctl restore --k") == ["--keep-newer"])
        #expect(try fish("snapctl list --k") == [])
    }

    @Test func theManualHasTheTablesLists() throws {
        let lines = try file("man/snapctl.1").split(
            separator: "\n", omittingEmptySubsequences: false)
        let marker = ".\\\" snapctl __manual"
        let begin = try #require(lines.firstIndex { $0.hasPrefix(marker + ": begin") })
        let end = try #require(lines.firstIndex { $0.hasPrefix(marker + ": end") })
        let made = ManualSections.lines
        #expect(
            lines[(begin + 1)..<end].map(String.init) == made,
            "put the output of snapctl __manual between the markers of man/snapctl.1")
    }

    @Test func theManualIsCleanRoff() throws {
        let page = repositoryRoot + "/man/snapctl.1"
        let groff = try runProgram(["groff", "-man", "-ww", "-z", "-Tutf8", page])
        #expect(groff.status == 0 && groff.output + groff.errors == "", "\(groff.errors)")
        let mandoc = try runProgram(["mandoc", "-Tlint", page])
        #expect(mandoc.status == 0 && mandoc.output + mandoc.errors == "", "\(mandoc.output)")
    }

    @Test func theManualHasItsSectionsInOrder() throws {
        let found = try file("man/snapctl.1").split(separator: "\n").filter { $0.hasPrefix(".SH ") }
            .map { String($0.dropFirst(4)) }
        #expect(
            found == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT",
                "FILES", "NOTES", "EXAMPLES", "SEE ALSO",
            ])
    }
}
