import Foundation
import TestSupport
import Testing

/// What a restore cannot do is told, whether or not there is anything that it can.
@Suite struct BlockedRestoreTests {
    private func place() throws -> (Workplace, AgentProcess) {
        let place = try Workplace()
        try place.scratch.makeDirectories("data/d")
        try place.scratch.write("as it was\n", to: "data/notes.txt")
        try place.scratch.write("one\n", to: "data/d/x")
        try place.scratch.write("same\n", to: "data/same")
        try place.configure()
        let agent = try place.startConfigured()
        try place.waitForSnapshot(1)
        return (place, agent)
    }

    @Test func aFileWhosePlaceIsTaken() throws {
        let (place, agent) = try place()
        try FileManager.default.removeItem(atPath: place.data + "/notes.txt")
        try place.scratch.makeDirectories("data/notes.txt")
        try place.scratch.write("mine\n", to: "data/notes.txt/inside")
        for dryRun in [[], ["-n"]] {
            for operands in [["1", "notes.txt"], ["1:notes.txt"]] {
                let result = try place.snapctl(
                    ["restore"] + operands + ["--in-place", "-y"] + dryRun)
                #expect(result.status == 3, "\(operands): \(result.output)")
                #expect(result.output == "Nothing of 1 that differs can be restored\n")
                #expect(
                    result.errors.hasPrefix("snapctl: 1 file is not as it was\n  1  notes.txt: "),
                    "\(result.errors)")
            }
        }
        // With something else to do both are told, before and after.
        try place.scratch.write("two\n", to: "data/d/x")
        let plan = try place.snapctl("restore", "1", "--in-place", "-n")
        #expect(plan.status == 3)
        #expect(plan.output.contains("\n  cannot           1 file"), "\(plan.output)")
        let done = try place.snapctl("restore", "1", "--in-place", "-y")
        #expect(done.status == 3)
        #expect(done.output.contains("Restored 1 of 2 files"), "\(done.output)")
        #expect(
            try String(contentsOfFile: place.data + "/notes.txt/inside", encoding: .utf8)
                == "mine\n")
        try agent.stop()
    }

    @Test func whatIsAsItWasIsNamed() throws {
        let (place, agent) = try place()
        #expect(
            try place.snapctl("restore", "1", "same", "--in-place").output
                == "Nothing to restore: same is as in 1\n")
        #expect(
            try place.snapctl("restore", "1", "same", "d/x", "--in-place").output
                == "Nothing to restore: what is named is as in 1\n")
        #expect(
            try place.snapctl("restore", "1", "--in-place").output
                == "Nothing to restore: \(place.data) is as in 1\n")
        try place.scratch.write("more\n", to: "data/more")
        let more = try place.snapctl("restore", "1", "--in-place").output
        #expect(
            more
                == "Nothing to restore: \(place.data) has all of 1, and 1 file more; --delete removes it\n"
        )
        try agent.stop()
    }

    /// What a restore only made goes again by what it says.
    @Test func theWayBackRemovesWhatWasMade() throws {
        let (place, agent) = try place()
        try FileManager.default.removeItem(atPath: place.data + "/d/x")
        let made = try place.snapctl("restore", "1", "d/x", "--in-place")
        let back = try #require(
            made.output.split(separator: "\n").first { $0.hasPrefix("To take it back: snapctl ") })
        let words = back.split(separator: " ").dropFirst(5).map(String.init)
        #expect(words.last == "--delete")
        #expect(try place.snapctl(words + ["-y"]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: place.data + "/d/x"))
        try agent.stop()
    }
}
