import ControlProtocol
import Foundation
import TestSupport
import Testing

/// The words that `status` prints are those of the manual.
@Suite struct CLIStatusWordsTests {
    /// The words in bold in a part of the section on status.
    private func words(from start: String, to end: String) throws -> [String] {
        let page = try String(
            contentsOfFile: repositoryRoot + "/man/snapctl.1", encoding: .utf8)
        let section = try #require(page.components(separatedBy: ".SS What status says").last)
        let after = try #require(section.components(separatedBy: start).dropFirst().first)
        let part = try #require(after.components(separatedBy: end).first)
        return part.components(separatedBy: ".TP\n.B ").dropFirst().compactMap {
            $0.split(separator: "\n").first.map(String.init)
        }
    }

    @Test func theStatesAreThoseOfTheManual() throws {
        let told = try words(from: "what it does", to: "what is wrong")
        #expect(["watching"] + told == DatasetState.allCases.map(\.rawValue))
    }

    @Test func theReadmeHasThemAll() throws {
        let text = try String(contentsOfFile: repositoryRoot + "/README.md", encoding: .utf8)
        for word in DatasetState.allCases.map(\.rawValue) + AlarmCode.allCases.map(\.rawValue) {
            #expect(text.contains("`\(word)`"), "\(word)")
        }
    }

    @Test func theAlarmsAreThoseOfTheManual() throws {
        let told = try words(from: "what is wrong", to: "Any other word")
        #expect(told == AlarmCode.allCases.map(\.rawValue))
    }
}
