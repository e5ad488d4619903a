import Foundation
import TestSupport
import Testing

/// A store that is gone is begun anew where a person says so, in a configuration too, and no other one.
@Suite struct StoreConsentTests {
    /// Runs an agent until it has ended by itself.
    private func refusal(_ workplace: Workplace, _ more: String...) throws -> (Int32, String) {
        let agent = try workplace.launchAgent(
            ["run", "--config", workplace.scratch.text + "/snapagent.toml"] + more)
        let status = agent.waitForEnd()
        return (status, try agent.log)
    }

    private func moveAway(_ store: String) throws {
        try FileManager.default.moveItem(atPath: store, toPath: store + ".away")
    }

    @Test func ofSeveralDatasetsOneIsNamed() throws {
        let workplace = try Workplace()
        let place = workplace.scratch.text
        try workplace.scratch.write("a", to: "data/a")
        try workplace.scratch.write("b", to: "photos/b")
        try workplace.configure(
            """

            [[dataset]]
            name = "photos"
            path = "\(place)/photos"
            store = "\(place)/photos-store"
            """)
        let first = try workplace.startConfigured()
        #expect(try poll { try workplace.snapshots().count == 2 })
        try first.stop()
        #expect(try first.log.contains("data: stopped; everything is saved; last snapshot 1\n"))
        #expect(try first.log.contains("photos: stopped; everything is saved; last snapshot 1\n"))

        try moveAway(place + "/photos-store")
        let waiting = try workplace.startConfigured()
        let command =
            "snapagent run --config \(place)/snapagent.toml --name photos --new-store"
        let remedy = "; to start over without its snapshots, once: \(command)\n"
        #expect(try waiting.log.contains("  do: mount it, and saving begins by itself" + remedy))
        try waiting.stop()
        let (unnamed, question) = try refusal(workplace, "--new-store")
        #expect(unnamed == 2 && question.contains("--new-store for data or photos?"))
        #expect(question.contains("  do: add --name data\n"))
        let (unknown, answer) = try refusal(workplace, "--new-store", "--name", "foto")
        #expect(unknown == 4 && answer.contains("there is no dataset \"foto\""))

        try moveAway(workplace.store)
        let second = try workplace.launchAgent(
            ["run", "--config", "\(place)/snapagent.toml", "--new-store", "--name", "photos"])
        try second.waitUntilReady()
        // The other store is waited for all the same, and none is made in its place.
        #expect(try poll { try workplace.snapshots().count == 1 })
        #expect(try workplace.did("list", "--dataset", "photos").split(separator: "\n").count == 1)
        #expect(!FileManager.default.fileExists(atPath: workplace.store))
        try second.stop()
    }

    @Test func theOnlyDatasetNeedsNoName() throws {
        let workplace = try Workplace()
        try workplace.scratch.write("a", to: "data/a")
        try workplace.configure()
        let first = try workplace.startConfigured()
        try workplace.waitForSnapshot(1)
        try first.stop()
        try moveAway(workplace.store)
        let waiting = try workplace.startConfigured()
        #expect(try workplace.snapctl("list").status == 6)
        try waiting.stop()
        let second = try workplace.launchAgent(
            ["run", "--config", workplace.scratch.text + "/snapagent.toml", "--new-store"])
        try second.waitUntilReady()
        try workplace.waitForSnapshot(1)
        try second.stop()
    }
}
