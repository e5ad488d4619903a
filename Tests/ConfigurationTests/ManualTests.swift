@testable import Configuration
import Foundation
import SnapshotModel
import TestSupport
import Testing

/// The manual page names every key, and no other.
@Suite struct ManualTests {
    static let tables = [
        ("[[dataset]]", "/dataset/*"), ("[dataset.retention]", "/dataset/*/retention"),
        ("[control]", "/control"),
    ]

    @Test(arguments: tables) func namesEveryKey(heading: String, table: String) throws {
        let page = try String(
            contentsOfFile: repositoryRoot + "/man/snapagent.toml.5", encoding: .utf8)
        let section = try #require(
            page.components(separatedBy: ".SS \(heading)\n").last?
                .components(separatedBy: "\n.S").first)
        let lines = section.split(separator: "\n")
        let tags = zip(lines, lines.dropFirst()).filter { $0.0 == ".TP" }.map(\.1)
        let named = tags.flatMap { tag in
            tag.split { !($0.isLetter || $0 == "_") }.map(String.init).filter {
                !["B", "BR"].contains($0)
            }
        }
        let known = try #require(ConfigurationTables.keys[table]).filter { $0 != "retention" }
        #expect(Set(named) == Set(known))
        #expect(named.count == Set(named).count)
    }

    @Test func theExampleIsRead() throws {
        let page = try String(
            contentsOfFile: repositoryRoot + "/man/snapagent.toml.5", encoding: .utf8)
        let example = try #require(
            page.components(separatedBy: ".EX\n").last?.components(separatedBy: ".EE").first)
        let text = example.replacingOccurrences(of: "\\(ti", with: "~")
        let configuration = try AgentConfiguration.parse(
            text: Array(text.utf8), file: BytePath("example.toml"))
        #expect(configuration.datasets.map(\.name) == ["documents", "photos"])
        #expect(configuration.datasets.map(\.retention) == [RetentionPolicy.standard, .standard])
    }
}
