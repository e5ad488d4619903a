import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// First snapshots of trees that are too large for one zip.
@Suite struct FirstSnapshotTests {
    private static let files = 40_000

    /// Directories, one of them large, with small files, equal ones and one that no tool could extract.
    private func fill(_ place: Workplace) throws {
        var contents = Data()
        for number in 0..<Self.files {
            let directory =
                number % 2 == 0 ? "flat" : "deep/\(number % 7)/\(number % 61)"
            if number < 1_000 { try place.scratch.makeDirectories("data/\(directory)") }
            contents = Data("content \(number / 3) of a file\n".utf8)
            let path = "\(place.data)/\(directory)/file \(number)"
            try #require(FileManager.default.createFile(atPath: path, contents: contents))
        }
        try place.scratch.makeDirectories("data/empty/one")
        try place.scratch.write(String(repeating: "large ", count: 500_000), to: "data/large")
        let long = String(repeating: "n%41", count: 60)
        try place.scratch.write("odd", to: "data/deep/0/\(long)")
    }

    @Test(.timeLimit(.minutes(10))) func oneOfSeveralZipsIsWholeAndSurvivesItsCatalog() throws {
        let place = try Workplace()
        let tools = PartedPlace(place)
        try fill(place)
        let agent = try tools.start()
        #expect(tools.parts.count == 2)
        let list = try place.snapshots()
        #expect(list.map(\.number) == [1])
        let first = try #require(list.first)
        // The files, the large and the odd one, and the directory that holds nothing.
        #expect(first.added == Self.files + 3)
        #expect(first.files == Self.files + 2)
        #expect(first.missing == 0)
        try place.did("verify", "--read-data")
        for zip in tools.parts { try place.checkZip(zip) }
        try place.checkZips()
        // Nothing is read again, and what changes is all that is stored.
        try place.scratch.write("changed", to: "data/flat/file 38000")
        try place.did("snapshot", "--full")
        let second = try #require(try place.snapshots().last)
        #expect((second.number, second.changed, second.added, second.removed) == (2, 1, 0, 0))
        try agent.stop()
        try FileManager.default.removeItem(atPath: place.scratch.text + "/cache")
        let again = try tools.start()
        try tools.expectRestores("2")
        #expect(try place.did("cat", "1:flat/file 38000") == "content 12666 of a file\n")
        try place.did("sweep", "--now")
        try place.did("verify", "--read-data")
        try tools.expectRestores("2")
        try again.stop()
    }

    @Test(.timeLimit(.minutes(10))) func whatWasSavedBeforeACrashIsNotSavedAgain() throws {
        let place = try PartedPlace.inTime { () -> Workplace? in
            let place = try Workplace()
            let tools = PartedPlace(place)
            try fill(place)
            let agent = try tools.launch()
            try tools.waitForPart()
            agent.kill()
            return try place.zips().isEmpty ? place : nil
        }
        let tools = PartedPlace(place)
        let before = Set(tools.parts)
        // Gone before anything but a part had it, changed and added since.
        try FileManager.default.removeItem(atPath: place.data + "/deep/3")
        try place.scratch.write("changed", to: "data/deep/1/20/file 20")
        let again = try tools.start()
        #expect(Set(tools.parts).isSuperset(of: before))
        let list = try place.snapshots()
        #expect(list.count == 1)
        try tools.expectRestores("latest")
        try place.did("verify", "--read-data")
        // Nothing that the first attempt saved is saved a second time, but for what changed.
        try tools.expectNothingTwice(files: Self.files / 3...Self.files, changed: 0...1)
        try again.stop()
    }

    @Test(.timeLimit(.minutes(10))) func isGivenUpAtOnceWhenTheAgentIsToStop() throws {
        let (place, agent) = try PartedPlace.inTime { () -> (Workplace, AgentProcess)? in
            let place = try Workplace()
            let tools = PartedPlace(place)
            try tools.fill("data/new", files: 40_000)
            let agent = try tools.launch()
            try tools.waitForPart()
            agent.send(SIGTERM)
            #expect(agent.waitForEnd() == 0)
            return try place.zips().isEmpty ? (place, agent) : nil
        }
        let tools = PartedPlace(place)
        #expect(
            try agent.log.hasSuffix(
                "data: stopped; nothing is saved yet; the next start begins again\n"))
        let next = try tools.start()
        #expect(try place.snapshots().first?.files == 40_000)
        try tools.expectNothingTwice(files: 40_000...40_000)
        try next.stop()
    }
}
