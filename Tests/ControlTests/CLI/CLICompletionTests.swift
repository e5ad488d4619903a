import ControlProtocol
import Foundation
import SnapshotModel
import TestSupport
import Testing

@testable import ControlCLI

/// What the shells offer where an agent knows the words: snapshots by number and label, and datasets.
@Suite struct CLICompletionTests {
    private let fixture: CLIAgentFixture

    init() throws {
        let pinned = {
            var item = CannedReports.item(39, label: "sent (2)")
            item.pinned = true
            return item
        }()
        let expired = {
            var item = CannedReports.item(38)
            item.state = .expired
            return item
        }()
        let photos = {
            var item = CannedReports.item(7, label: "한글")
            item.dataset = "photos"
            return item
        }()
        let items = [
            expired, pinned, CannedReports.item(40, label: "twin"),
            CannedReports.item(41, label: "twin"), CannedReports.item(42, label: "before tax"),
        ]
        fixture = try CLIAgentFixture { call, _ throws(UserError) in
            guard case .list(let parameters) = call else {
                throw UserError(.internal, "not asked for", remedy: "")
            }
            let all = [
                ListReport(
                    dataset: "documents", snapshots: items,
                    datasets: [.init(dataset: "documents", root: "/d", snapshots: 4, tooLarge: 0)]),
                ListReport(
                    dataset: "photos", snapshots: [photos],
                    datasets: [.init(dataset: "photos", root: "/p", snapshots: 1, tooLarge: 0)]),
            ]
            let wanted = parameters.scope.dataset
            let chosen = all.filter { wanted == nil || $0.dataset == wanted }
            return Reply(
                ListReport(
                    snapshots: chosen.flatMap(\.snapshots), datasets: chosen.flatMap(\.datasets)))
        }
    }

    private var path: String {
        get throws {
            let program = try builtProgram("snapctl")
            return program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
                .joined(separator: "/") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        }
    }

    private func run(_ words: [String]) throws -> ProgramResult {
        try runProgram(
            words, environment: fixture.environment.merging(["PATH": path]) { $1 },
            directory: fixture.directory.text)
    }

    /// What bash offers behind these words, as it stands in `COMP_WORDS`.
    private func bash(_ words: String) throws -> Set<String> {
        let result = try run([
            "bash", "-c",
            "source '\(repositoryRoot)/completions/snapctl.bash'; COMP_WORDS=(snapctl \(words)); "
                + "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _snapctl; "
                + "((${#COMPREPLY[@]} == 0)) || printf '%s\\n' \"${COMPREPLY[@]}\"",
        ])
        #expect(result.errors == "")
        return Set(result.output.split(separator: "\n").map(String.init))
    }

    private func fish(_ line: String) throws -> Set<String> {
        let result = try run([
            "fish", "--no-config", "-c",
            "source '\(repositoryRoot)/completions/snapctl.fish'; complete -C \"\(line)\"",
        ])
        #expect(result.errors == "")
        return Set(
            result.output.split(separator: "\n").compactMap {
                $0.split(separator: "\t").first.map(String.init)
            })
    }

    /// What zsh makes of a line when the tabulator key is pressed.
    private func zsh(_ line: String) throws -> String {
        let script = """
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell 'autoload -U compinit; compinit -u -D
            source "\(repositoryRoot)/completions/_snapctl"
            tell() { zle complete-word; print -r -- "$BUFFER" > told.new; mv told.new told }
            zle -N tell; bindkey "^X" tell; : > ready'
            until [[ -e ready ]]; do sleep 0.02; done
            zpty -w -n shell $'\(line)\\x18'
            until [[ -e told ]]; do sleep 0.02; done
            cat told; rm told ready
            """
        let result = try run(["zsh", "-f", "-c", script])
        return result.output
    }

    @Test func bashOffersNumbersAndLabels() throws {
        let all: Set = ["latest", "42", "41", "40", "39", "38", #"before\ tax"#, #"sent\ \(2\)"#]
        for command in ["show", "ls", "cat", "pin", "delete", "label", "verify", "export", "diff"] {
            #expect(
                try bash("--dataset documents \(command) ''") == all, "\(command)")
        }
        #expect(try bash("--dataset documents restore ''").isSuperset(of: ["before tax", "42"]))
        #expect(try bash("show be") == [#"before\ tax"#])
        #expect(try bash(#"show 'before\ t'"#) == [#"before\ tax"#])
        #expect(try bash(#"show '"before t'"#) == ["before tax"])
        #expect(try bash("diff 41 li") == ["live"] && bash("show li") == [])
        #expect(try bash("unpin ''") == ["39", #"sent\ \(2\)"#])
        #expect(try bash("undelete ''") == ["38"])
        #expect(try bash("status ''") == [] && bash("label 42 ''") == [])
    }

    @Test func bashOffersDatasets() throws {
        #expect(try bash("--dataset ''") == ["documents", "photos"])
        #expect(try bash("show --dataset = ph") == ["photos"])
        #expect(try bash("--dataset photos show ''") == ["latest", "7", "한글"])
        #expect(try bash("--dataset = photos show ''") == ["latest", "7", "한글"])
        #expect(try bash("--dataset none show ''") == [])
    }

    @Test func fishOffersNumbersLabelsAndDatasets() throws {
        #expect(
            try fish("snapctl --dataset documents show ")
                == ["latest", "42", "41", "40", "39", "38", "before tax", "sent (2)"])
        #expect(try fish("snapctl --dataset ") == ["documents", "photos"])
        #expect(try fish("snapctl show --dataset=photos ") == ["latest", "7", "한글"])
        #expect(try fish("snapctl unpin ") == ["39", "sent (2)"])
        #expect(try fish("snapctl diff 41 li") == ["live"] && fish("snapctl status ") == [])
        #expect(
            try fish("snapctl restore 41 lat") == [] && fish("snapctl restore lat") == ["latest"])
    }

    @Test(
        arguments: [
            ("show be", #"show before\ tax "#), ("--dataset ph", "--dataset photos "),
            ("show --dataset=ph", "show --dataset=photos "), ("unpin 3", "unpin 39 "),
            ("diff 41 li", "diff 41 live "), ("restore lat", "restore latest "),
        ])
    func zshOffersNumbersLabelsAndDatasets(typed: String, completed: String) throws {
        #expect(try zsh("snapctl " + typed) == "snapctl \(completed)\n")
    }

    @Test func withoutAnAgentNothingIsOfferedAndNothingSaid() throws {
        for words in CompletionWords.allCases.map(\.rawValue) + ["nonsense"] {
            let result = try run(["snapctl", "__words", words, "--socket", "/nonexistent/s"])
            #expect(result.output == "" && (result.errors == "") == (words != "nonsense"))
        }
        #expect(try bash("--socket /nonexistent/s show ''") == [])
    }
}
