import ControlProtocol
import Foundation
import SnapshotModel
import TestSupport
import Testing

/// The main job from beginning to end, as a person would try it first.
@Suite struct AcceptanceTests {
    @Test func aFirstEvening() throws {
        let place = try Workplace()
        try place.scratch.write("one\n", to: "data/a")
        let agent = try place.startAgent()
        try place.waitForSnapshot(1)

        // A file that appears is saved without anybody asking.
        try place.scratch.writeAtOnce("two\n", to: "data/b")
        try place.waitForSnapshot(2)
        let list = try place.did("list")
        #expect(list.split(separator: "\n").count == 2)
        let snapshots = try place.snapshots()
        #expect(snapshots.map(\.number) == [1, 2])
        #expect(snapshots.map(\.reason) == [.startup, .change])
        #expect(snapshots.map(\.added) == [1, 1])
        #expect(snapshots.map(\.files) == [1, 2])

        // What was removed comes back.
        try FileManager.default.removeItem(atPath: place.data + "/a")
        try place.did("snapshot", "--label", "broken")
        // That it is gone may have been saved before somebody asked.
        try place.did("restore", "2", "a", "--in-place", "--yes")
        #expect(try place.scratch.read("data/a") == Array("one\n".utf8))

        // The zips are enough, and are what they seem.
        try agent.stop()
        try place.did("--store", place.store, "list")
        let out = place.scratch.text + "/out"
        try place.did("--store", place.store, "restore", "latest", "--to", out)
        try expectEqualTrees(place.data, out)
        try place.checkZips()
    }

    @Test func everyChangeIsOneSnapshot() throws {
        let place = try Workplace()
        let agent = try place.startAgent()
        try place.waitForSnapshot(1)
        for round in 2...5 {
            try place.scratch.writeAtOnce("round \(round)\n", to: "data/notes.txt")
            try place.waitForSnapshot(round)
        }
        #expect(try place.snapshots().map(\.number) == Array(1...5))
        try agent.stop()
        try place.checkZips()
    }

    @Test func aChangeWhileTheAgentWasAwayIsSaved() throws {
        let place = try Workplace()
        try place.scratch.write("before\n", to: "data/a")
        try place.startAgent().stop()
        #expect(try place.storedSnapshots().count == 1)
        try place.scratch.write("meanwhile\n", to: "data/a")
        let agent = try place.startAgent()
        try place.waitForSnapshot(2)
        #expect(try place.did("cat", "2:a") == "meanwhile\n")
        #expect(try place.did("cat", "1:a") == "before\n")
        try agent.stop()
    }

    @Test func nothingChangedIsNoSnapshot() throws {
        let place = try Workplace()
        try place.scratch.write("one\n", to: "data/a")
        try place.startAgent().stop()
        // It saves when it is asked to, so that nothing is saved before.
        try place.configure()
        let agent = try place.startConfigured()
        try place.scratch.write("one\n", to: "elsewhere")
        #expect(try place.snapshots().count == 1)
        // Who asks, as a timer does every hour, is told so; a label is a reason of its own.
        #expect(
            try place.did("snapshot") == "Nothing changed since 1 of data; no new snapshot\n")
        #expect(try place.did("snapshot", "--json").contains(#""created":false"#))
        #expect(try place.snapshots().count == 1)
        try place.did("snapshot", "--label", "before tax")
        #expect(try place.snapshots().map(\.reason) == [.startup, .manual])
        try place.scratch.write("two\n", to: "data/a")
        #expect(try place.did("snapshot", "--json").contains(#""created":true"#))
        try agent.stop()
    }

    /// What the agent keeps beside the stores stands in nobody's way.
    @Test(arguments: ["seen", "engines"]) func anyNameCanHaveItsStoreInTheDefaultPlace(
        name: String
    ) throws {
        let place = try Workplace()
        try place.scratch.write("one\n", to: "data/a")
        for _ in 0..<2 {
            let agent = try place.launchAgent(
                ["run", place.data, "--name", name, "--socket", place.socket]
                    + ["--store", place.scratch.text + "/state/snapagent/" + name])
            try agent.waitUntilReady()
            let isSaved = try poll { try place.snapshots().map(\.number) == [1] }
            #expect(isSaved)
            try agent.stop()
        }
    }

    @Test func aLostCatalogLosesNothing() throws {
        let place = try Workplace()
        try place.scratch.write("one\n", to: "data/a")
        try place.startAgent().stop()
        try FileManager.default.removeItem(atPath: place.scratch.text + "/cache")
        let agent = try place.startAgent()
        #expect(try place.snapshots().map(\.number) == [1])
        try place.scratch.writeAtOnce("two\n", to: "data/b")
        try place.waitForSnapshot(2)
        #expect(try place.snapshots().map(\.added) == [1, 1])
        #expect(try place.did("cat", "2:a") == "one\n")
        try agent.stop()
        try place.checkZips()
    }
}
