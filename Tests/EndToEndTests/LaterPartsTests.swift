import ControlProtocol
import Foundation
import SnapshotModel
import TestSupport
import Testing

/// Later snapshots that bring more than one zip should have.
@Suite struct LaterPartsTests {
    /// A tree that was moved in, with everything else that can happen meanwhile.
    @Test(.timeLimit(.minutes(10))) func muchAtOnceIsSavedPartByPart() throws {
        let place = try Workplace()
        let tools = PartedPlace(place)
        try tools.fill("data/old", files: 300)
        try place.scratch.write("moved", to: "data/a/moves")
        try place.scratch.write("changed later", to: "data/z/changes")
        let large = String(repeating: "large ", count: 500_000)
        try place.scratch.write(large, to: "data/z/large")
        try tools.fill("new", files: 20_000)
        try place.scratch.makeDirectories("new/empty/one")
        let agent = try tools.start()
        #expect(tools.parts.isEmpty)
        // Each of these lies in another part than what it is to be seen with.
        try tools.move("new", to: "data/new")
        try FileManager.default.removeItem(atPath: place.data + "/old/1")
        try tools.move("data/a/moves", to: "data/z/moved")
        try tools.move("data/z/large", to: "data/a/large")
        try place.scratch.write("now", to: "data/z/changes")
        try place.did("snapshot")
        let list = try place.snapshots()
        let second = try #require(list.last)
        #expect(tools.parts.count == 1)
        #expect((second.number, second.added, second.changed) == (2, 20_001, 1))
        #expect((second.removed, second.moved, second.missing) == (100, 2, 0))
        #expect(second.files == 20_203)
        try tools.expectRestores("2")
        try place.did("verify", "--read-data")
        for zip in tools.parts { try place.checkZip(zip) }
        try place.checkZips()
        // What the catalog was told is what is there.
        try place.did("snapshot", "--full")
        #expect(try place.snapshots().count == 2)
        #expect(try place.did("cat", "1:z/changes") == "changed later")
        // A large directory that goes is gone from what the next snapshot is compared with.
        try tools.move("data/new/1", to: "gone")
        try place.did("snapshot")
        let third = try #require(try place.snapshots().last)
        #expect((third.number, third.removed, third.added) == (3, 6_667, 0))
        try place.did("snapshot", "--full")
        #expect(try place.snapshots().count == 3)
        try tools.expectRestores("latest")
        try agent.stop()
    }

    /// What a part holds is neither saved nor read a second time, unless something happened to it.
    @Test(.timeLimit(.minutes(10))) func whatWasSavedBeforeACrashIsNotSavedAgain() throws {
        let (files, size) = (36_000, 6_000)
        let place = try PartedPlace.inTime { () -> Workplace? in
            let place = try Workplace()
            let tools = PartedPlace(place)
            try place.scratch.write("one", to: "data/old")
            try tools.fill("new", files: files, bytes: size)
            let agent = try tools.start()
            try tools.move("new", to: "data/new")
            let asking = try tools.askUntilThereIsAPart()
            // With the second one the first is known to the catalog too.
            try tools.waitForPart(after: 1)
            agent.kill()
            _ = asking.wait()
            return try place.zips().count == 1 ? place : nil
        }
        let tools = PartedPlace(place)
        let before = Set(tools.parts)
        // What the store shows is the snapshot before, and nothing of the one that never came.
        #expect(try place.storedSnapshots().map(\.files) == [1])
        try place.did("--store", place.store, "verify", "--read-data")
        // Gone before anything but a part had it, and changed since: the kernel's own time of the change tells.
        try FileManager.default.removeItem(atPath: place.data + "/new/0/3")
        let changed = place.data + "/new/0/0/file 0"
        let old = try FileManager.default.attributesOfItem(atPath: changed)
        let text = String(repeating: "now!", count: size / 4)
        try place.scratch.write(text, to: "data/new/0/0/file 0")
        try FileManager.default.setAttributes(
            [.modificationDate: try #require(old[.modificationDate])], ofItemAtPath: changed)
        let again = try tools.launch()
        try again.waitUntilReady()
        try place.waitForSnapshot(2, within: .seconds(300))
        // The new zips are read too, to check them: with all files that was over 290 MB, without those of one part 217 to 230.
        let read = try bytesRead(by: again.pid)
        #expect(read < files * size * 6 / 5, "\(read) bytes were read")
        #expect(Set(tools.parts).isSuperset(of: before))
        try tools.expectRestores("latest")
        #expect(try place.did("cat", "latest:new/0/0/file 0") == text)
        try place.did("verify", "--read-data")
        try tools.expectNothingTwice(files: 32_000...36_003, changed: 1...1)
        try again.stop()
    }

    private func bytesRead(by process: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
        return try #require(Int(line.dropFirst("rchar: ".count)))
    }

    @Test(.timeLimit(.minutes(10))) func isGivenUpAtOnceAndGoesOnLater() throws {
        let (place, agent) = try PartedPlace.inTime(giveUpTwice)
        let tools = PartedPlace(place)
        let words = try #require(try agent.log.split(separator: "\n").last)
        #expect(
            words.hasPrefix("data: stopped; ")
                && words.hasSuffix("not saved, the next start finds them; last snapshot 1"),
            "\(words)")
        let next = try tools.launch()
        try next.waitUntilReady()
        try place.waitForSnapshot(2, within: .seconds(300))
        #expect(try place.snapshots().last?.files == 40_001)
        try tools.expectNothingTwice(files: 40_001...40_001)
        try next.stop()
    }

    /// Interrupts a snapshot, and stops the agent in the middle of the next; `nil` if one of them was done before.
    private func giveUpTwice() throws -> (Workplace, AgentProcess)? {
        let place = try Workplace()
        let tools = PartedPlace(place)
        try place.scratch.write("one", to: "data/old")
        try tools.fill("new", files: 40_000)
        let agent = try tools.start()
        try tools.move("new", to: "data/new")
        let asking = try tools.askUntilThereIsAPart()
        asking.signal(SIGINT)
        let end = asking.wait()
        let hasEnded = try poll {
            try !place.snapctl("status", "--json").output.contains("\"snapshotting\"")
        }
        #expect(hasEnded)
        guard try place.snapshots().count == 1 else { return nil }
        #expect(end == .signal(SIGINT))
        let again = try ChildProcess(
            builtProgram("snapctl"), ["snapshot"], environment: place.environment,
            output: place.scratch.text + "/asked", errors: place.scratch.text + "/asked-errors")
        try tools.waitForPart(after: tools.parts.count)
        agent.send(SIGTERM)
        #expect(agent.waitForEnd() == 0)
        _ = again.wait()
        return try place.zips().count == 1 ? (place, agent) : nil
    }
}
