import Foundation
import TestSupport
import Testing

/// The manual pages, read by the two formatters that Debian has.
@Suite struct ManPageTests {
    static let pages = ["snapagent.8", "snapagent.toml.5"]
    static let sections = [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES",
        "NOTES", "EXAMPLES", "SEE ALSO",
    ]

    private func path(_ page: String) -> String { repositoryRoot + "/man/" + page }

    @Test(arguments: pages) func formattersAreSilent(page: String) throws {
        let groff = try runProgram(["groff", "-man", "-ww", "-z", "-Tutf8", path(page)])
        #expect(groff.status == 0 && groff.output + groff.errors == "", "\(groff.errors)")
        let mandoc = try runProgram(["mandoc", "-Tlint", path(page)])
        #expect(mandoc.status == 0 && mandoc.output + mandoc.errors == "", "\(mandoc.output)")
    }

    @Test(arguments: pages) func sectionsAreInOrder(page: String) throws {
        let found = try String(contentsOfFile: path(page), encoding: .utf8)
            .split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { String($0.dropFirst(4)) }
        #expect(found == Self.sections.filter(found.contains))
        #expect(found.first == "NAME" && found.last == "SEE ALSO")
    }
}
