import Foundation
import SnapshotModel
import TestSupport
import Testing

/// A home directory is saved, with all that the agent keeps in it.
@Suite struct HomeTests {
    @Test func whatTheAgentKeepsIsNoPartOfTheHome() throws {
        let place = try Workplace()
        try place.scratch.write("one", to: "data/file")
        let elsewhere = try ScratchDirectory()
        try place.scratch.write(
            """
            [control]
            socket = "\(place.socket)"
            [[dataset]]
            name = "home"
            path = "\(place.scratch.text)"
            store = "\(elsewhere.text)/store"
            quiet = "1h"
            max_wait = "2h"
            """, to: "snapagent.toml")
        let agent = try place.startConfigured()
        try #require(try poll { try place.snapshots().count == 1 })
        try place.scratch.write("two", to: "data/file")
        try place.did("snapshot")
        #expect(try place.did("cat", "latest:data/file") == "two")
        let files = try place.did("ls", "--recursive", "latest")
        #expect(files.contains("data/file\n"))
        #expect(!files.contains("snapagent/"), "\(files)")
        #expect(try place.did("diff", "1", "2").split(separator: "\n").count == 1)
        try agent.stop()
    }
}
