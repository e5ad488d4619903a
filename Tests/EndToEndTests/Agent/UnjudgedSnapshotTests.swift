import Foundation
import SnapshotModel
import TestSupport
import Testing

/// An agent that was killed before it judged its last snapshot.
@Suite struct UnjudgedSnapshotTests {
    /// What a killed agent leaves: a snapshot that lost most files, no brake, and no memory of having judged it.
    @Test func theStartJudgesTheNewestSnapshot() throws {
        let place = try Workplace()
        for number in 0..<60 {
            let directory = number < 20 ? "data" : "data/inside"
            try place.scratch.write("line \(number)", to: "\(directory)/f\(number)")
        }
        try place.configure("brake = 99")
        var agent = try place.startConfigured()
        try place.waitForSnapshot(1)
        try FileManager.default.removeItem(atPath: place.data + "/inside")
        try place.did("snapshot")
        agent.kill()
        try FileManager.default.removeItem(atPath: place.scratch.text + "/state/snapagent/.engines")
        try place.configure("[dataset.retention]\nlast = 1")
        agent = try place.startConfigured()
        let told = try poll {
            try place.snapctl("status").output.contains("40 of 60 files vanished")
        }
        #expect(told)
        #expect(try place.snapctl("prune").status == 6)
        // Once a person has looked, it is no news any more.
        try place.did("resume")
        try agent.stop()
        agent = try place.startConfigured()
        try place.did("prune")
        try agent.stop()
    }
}
