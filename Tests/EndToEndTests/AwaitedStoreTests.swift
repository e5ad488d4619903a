import Foundation
import TestSupport
import Testing

/// Stores that are not there when the agent starts, as before a disk is mounted.
@Suite struct AwaitedStoreTests {
    private func move(_ from: String, _ to: String) throws {
        try FileManager.default.moveItem(atPath: from, toPath: to)
    }

    @Test func theStoreIsWaitedForAndNoOtherIsMade() throws {
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
        try move(workplace.store, workplace.store + ".away")
        // An unmounted disk leaves its mount point.
        try workplace.scratch.makeDirectories("store")

        let agent = try workplace.startConfigured()
        let status = try workplace.snapctl("status")
        #expect(status.status == 1)
        #expect(status.output.hasPrefix("NOT SAVING: data."), "\(status.output)")
        #expect(status.output.contains("store: it is not there"), "\(status.output)")
        #expect(status.output.contains("--name data --new-store"), "\(status.output)")
        #expect(!status.output.contains("0 B"), "\(status.output)")
        // The other one is served all the while.
        #expect(try workplace.did("list", "--dataset", "photos").contains("startup"))
        for words in [["list", "--dataset", "data"], ["verify"], ["repair", "-n"]] {
            let refused = try workplace.snapctl(words)
            #expect(refused.status == 6, "\(words)")
            #expect(refused.errors.contains("cannot save data into its store"), "\(words)")
        }
        // A reload changes nothing about it.
        agent.send(SIGHUP)
        #expect(try poll { try agent.log.contains("the configuration is in force") })
        #expect(try workplace.snapctl("status").status == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: workplace.store).isEmpty)

        try FileManager.default.removeItem(atPath: workplace.store)
        try move(workplace.store + ".away", workplace.store)
        try workplace.scratch.write("later", to: "data/later")
        #expect(
            try poll {
                try workplace.snapctl("ls", "--dataset", "data", "latest").output
                    .contains("later")
            })
        // The snapshot can be listed a moment before what follows it is done.
        #expect(
            try poll { try workplace.snapctl("status").output.hasPrefix("All is well. 2 datasets") }
        )
        #expect(try workplace.did("verify").contains("good"))
        try agent.stop()
    }
}
