import Foundation
import SnapshotModel
import TestSupport
import Testing

@testable import ControlCLI

/// Every command line that the documents show can be typed.
@Suite struct CLIDocumentTests {
    private func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: repositoryRoot + "/" + path, encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    private func parses(_ line: String, from place: String) throws {
        let words = CLITableTests.shellWords(line).dropFirst().map { Array($0.utf8) }
        #expect(throws: Never.self, "\(place): \(line)") {
            _ = try CommandLineParser.parse(Array(words))
        }
    }

    @Test func thoseOfTheReadmeParse() throws {
        var found = 0
        for line in try lines("README.md") {
            let quoted = line.split(separator: "`", omittingEmptySubsequences: false)
                .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
            let typed = line.hasPrefix("    $ ") ? [String(line.dropFirst(6))] : []
            for candidate in quoted + typed where candidate.hasPrefix("snapctl ") {
                try parses(candidate, from: "README.md")
                found += 1
            }
        }
        #expect(found >= 10)
    }

    @Test func thoseOfTheManualParse() throws {
        let examples = try lines("man/snapctl.1").drop { $0 != ".SH EXAMPLES" }
            .filter { $0.hasPrefix(".B snapctl ") }
        for example in examples {
            try parses(String(example.dropFirst(3)).replacing("\\-", with: "-"), from: "snapctl.1")
        }
        #expect(examples.count >= 5)
    }

    @Test(arguments: ["prune", "snapshot@", "verify"])
    func thoseOfTheUnitsParse(unit: String) throws {
        let starts = try lines("systemd/snapctl-\(unit).service")
            .filter { $0.hasPrefix("ExecStart=/usr/bin/snapctl ") }
        #expect(starts.count == 1)
        for start in starts {
            try parses(String(start.dropFirst("ExecStart=/usr/bin/".count)), from: unit)
        }
    }

    @Test func theNewestChangesAreThoseOfThisVersion() throws {
        let heading = try #require(try lines("CHANGELOG.md").first { $0.hasPrefix("## ") })
        #expect(heading.split(separator: " ", maxSplits: 1)[1].hasPrefix(ProductVersion.text))
    }

    @Test func thoseOfTheOverviewParse() throws {
        for hint in [HintSentence.list, .versions, .diff, .ls, .restore, .help] {
            try parses("snapctl " + hint(), from: "overview")
        }
    }

    @Test func waysBackParse() throws {
        let sentences =
            KeepSentence.allCases.map(\.rawValue) + RestoreSentence.allCases.map(\.rawValue)
        var found = 0
        for sentence in sentences {
            guard let start = sentence.range(of: "snapctl ") else { continue }
            let line = SentenceTemplate.fill(
                String(sentence[start.lowerBound...]),
                ["number": "42", "first": "42", "safety": "42", "before": "x", "name": "a"])
            try parses(String(line.prefix { $0 != "," && $0 != ";" }), from: sentence)
            found += 1
        }
        #expect(found >= 8)
    }
}
