import ControlProtocol
import Foundation
import SnapshotModel
import TestSupport
import Testing

/// What the store lost is taken from the live tree again, though nothing there changed.
@Suite struct LostContentTests {
    /// Starts an agent that saves when it is asked to.
    private func start(_ place: Workplace) throws -> AgentProcess {
        try place.configure(layout: .incremental)
        let agent = try place.startConfigured()
        try place.waitForSnapshot(1)
        return agent
    }

    @Test(.timeLimit(.minutes(10))) func ofAZipThatSomebodyRemoved() throws {
        let place = try Workplace()
        for name in ["a", "b", "sub/c"] {
            try place.scratch.makeDirectories("data/sub")
            try place.scratch.write("content of \(name)", to: "data/\(name)")
        }
        let agent = try start(place)
        try place.scratch.write("changed", to: "data/b")
        try place.did("snapshot")
        let first = try #require(try place.zips().first)
        #expect(Workplace.number(first) == 1)
        try FileManager.default.removeItem(atPath: first)
        try place.did("snapshot", "--full")
        try place.did("verify", "--read-data", "3")
        let newest = try #require(try place.snapshots().last)
        #expect(newest.number == 3)
        #expect(newest.missing == 0)
        for (path, content) in [
            ("a", "content of a"), ("b", "changed"), ("sub/c", "content of sub/c"),
        ] {
            #expect(try place.did("cat", "3:\(path)") == content)
        }
        try agent.stop()
    }

    /// A directory of which some parts alone are lost, and one that did not change since.
    @Test(.timeLimit(.minutes(10))) func ofTreesThatLayInIt() throws {
        let place = try Workplace()
        try place.scratch.makeDirectories("data/large/below")
        try place.scratch.makeDirectories("data/other")
        for number in 0..<400 { try place.scratch.write("\(number)", to: "data/large/\(number)") }
        try place.scratch.write("other", to: "data/other/file")
        let agent = try start(place)
        try place.scratch.write("changed", to: "data/large/17")
        try place.did("snapshot")
        try FileManager.default.removeItem(atPath: try #require(try place.zips().first))
        // What is dirty is all that is looked at, and it lies beside what is lost.
        try place.scratch.write("changed again", to: "data/large/300")
        try place.did("snapshot")
        try place.did("snapshot", "--full")
        try place.did("verify", "--read-data", "3")
        try expectNewestEquals(place)
        for number in [0, 17, 300, 399] {
            let content = number == 17 ? "changed" : number == 300 ? "changed again" : "\(number)"
            #expect(try place.did("cat", "latest:large/\(number)") == content)
        }
        #expect(try place.did("cat", "latest:other/file") == "other")
        try agent.stop()
    }

    /// The newest version of a large file is a patch on a patch; the zip between them goes.
    @Test(.timeLimit(.minutes(10)), arguments: [false, true])
    func ofWhatAPatchChanges(whileItRuns: Bool) throws {
        let place = try Workplace()
        var generator = SeededGenerator()
        var bytes = (0..<3 << 20).map { _ in UInt8.random(in: 97...100, using: &generator) }
        try place.scratch.write(bytes, to: "data/log")
        var agent = try start(place)
        for round in 1...2 {
            for _ in 0..<20 { bytes[Int.random(in: bytes.indices, using: &generator)] = 0x41 }
            bytes += Array("round \(round)\n".utf8)
            try place.scratch.write(bytes, to: "data/log")
            try place.did("snapshot")
        }
        let middle = try #require(try place.zips().first { Workplace.number($0) == 2 })
        if !whileItRuns { try agent.stop() }
        try FileManager.default.removeItem(atPath: middle)
        if !whileItRuns { agent = try start(place) }
        try place.did("snapshot", "--full")
        let newest = try #require(try place.snapshots().last)
        #expect(newest.number > 3 && newest.missing == 0)
        #expect(Array(try place.did("cat", "latest:log").utf8) == bytes)
        try place.did("verify", "--read-data", "\(newest.number)")
        try agent.stop()
    }

    @Test(.timeLimit(.minutes(10))) func afterTheCatalogWasLostNothingIsSavedAgain() throws {
        let place = try Workplace()
        for number in 0..<300 { try place.scratch.write("\(number)", to: "data/\(number)") }
        let agent = try start(place)
        try agent.stop()
        try FileManager.default.removeItem(atPath: place.scratch.text + "/cache")
        let again = try start(place)
        let text = try place.did("snapshot", "--full")
        #expect(try place.snapshots().map(\.number) == [1], "\(text)")
        // The states of the inodes are known again: what is written now is all that is read.
        try place.scratch.write("new", to: "data/7")
        try place.did("snapshot", "--full")
        let newest = try #require(try place.snapshots().last)
        #expect((newest.number, newest.changed, newest.added) == (2, 1, 0))
        try again.stop()
    }
}
