import Foundation
import SnapshotModel
import TestSupport
import Testing

/// What a command is about where an agent serves several datasets: see DESCRIPTION in snapctl(1).
@Suite struct SeveralDatasetsTests {
    /// An agent with two datasets of one file each, and a directory that is in neither.
    private func workplace() throws -> (Workplace, AgentProcess) {
        let workplace = try Workplace()
        let place = workplace.scratch.text
        try workplace.scratch.write("a", to: "data/a.txt")
        try workplace.scratch.write("b", to: "photos/b.txt")
        try workplace.configure(
            """

            [[dataset]]
            name = "photos"
            path = "\(place)/photos"
            store = "\(place)/photos-store"
            quiet = "1h"
            max_wait = "2h"
            """)
        let agent = try workplace.startConfigured()
        try workplace.waitForSnapshot(1)
        let areBothSaved = try poll { try workplace.snapshots().count == 2 }
        try #require(areBothSaved)
        return (workplace, agent)
    }

    @Test func whatIsAboutOneAsksWhichAndNamesWhatWasTyped() throws {
        let (workplace, agent) = try workplace()
        for (line, subject) in [
            (["show", "latest"], "latest"), (["diff", "latest", "live"], "latest"),
            (["cat", "latest:a.txt"], "latest:a.txt"), (["find", "*.txt"], "*.txt"),
            (["versions", "a.txt"], "a.txt"), (["pin", "1"], "1"), (["snapshot"], "snapshot"),
        ] {
            let result = try workplace.snapctl(line)
            #expect(result.status == 2 && result.output == "", "\(line)")
            #expect(
                result.errors == """
                    snapctl: \(subject) of data or photos?
                      why: the current directory is in none of them
                      do: add --dataset data

                    """)
        }
        for command in ["list", "status", "du", "verify", "prune", "events"] {
            let result = try workplace.snapctl(command)
            #expect(
                result.output.contains("data") && result.output.contains("photos"), "\(command)")
        }
        try agent.stop()
    }

    @Test func theCurrentDirectoryAnAbsolutePathOrTheOptionChooses() throws {
        let (workplace, agent) = try workplace()
        let program = try builtProgram("snapctl")
        let photos = workplace.scratch.text + "/photos"
        let found = try runProgram(
            [program, "find", "*.txt"], environment: workplace.environment, directory: photos)
        #expect(found.status == 0 && found.output.contains("b.txt"))
        try FileManager.default.createDirectory(
            atPath: photos + "/deep", withIntermediateDirectories: true)
        for command in ["list", "status", "du", "verify", "prune", "events", "repair", "sweep"] {
            let inside = try runProgram(
                [program, command, "--json"], environment: workplace.environment,
                directory: photos + "/deep")
            #expect(
                inside.output.contains("\"photos\"") && !inside.output.contains("\"data\""),
                "\(command): \(inside.output)\(inside.errors)")
            let chosen = try workplace.snapctl(command, "--json", "--dataset", "data")
            #expect(
                chosen.output.contains("\"data\"") && !chosen.output.contains("\"photos\""),
                "\(command)")
        }
        #expect(try workplace.did("find", "*.txt", "--dataset", "photos").contains("b.txt"))
        #expect(try workplace.did("versions", photos + "/b.txt").contains("1"))
        try agent.stop()
    }
}
