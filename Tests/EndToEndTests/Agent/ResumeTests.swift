import ControlProtocol
import Foundation
import SnapshotModel
import TestSupport
import Testing

/// What a person agreed to by `resume` stays agreed to.
@Suite struct ResumeTests {
    /// Another directory in the place of the one that is saved stops expiry once, not at each start.
    @Test(.timeLimit(.minutes(10))) func anotherDirectoryIsAgreedToForGood() throws {
        let place = try Workplace()
        try place.scratch.write("one", to: "data/a")
        let agent = try place.startAgent()
        try place.waitForSnapshot(1)
        // Not removed: the next directory might get the same inode.
        try FileManager.default.moveItem(
            atPath: place.data, toPath: place.scratch.text + "/old")
        try place.scratch.makeDirectories("data")
        try place.scratch.write("two", to: "data/a")
        #expect(try poll { try alarms(place).contains("brake") })
        try place.did("resume")
        #expect(try poll { try alarms(place).isEmpty })
        try place.scratch.write("three", to: "data/a")
        try place.did("snapshot")
        #expect(try place.did("cat", "latest:a") == "three")
        try agent.stop()
        let again = try place.startAgent()
        try place.did("snapshot")
        #expect(try alarms(place) == [])
        #expect(try place.snapctl("status").status == 0)
        try again.stop()
    }

    private func alarms(_ place: Workplace) throws -> [String] {
        let text = try place.snapctl("status", "--json").output
        let report = try ReportJSON.decode(StatusReport.self, from: Array(text.utf8))
        return report.datasets.flatMap(\.alarms).map(\.code)
    }
}
