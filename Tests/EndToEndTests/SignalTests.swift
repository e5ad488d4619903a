import ControlProtocol
import Foundation
import SnapshotModel
import TestSupport
import Testing

/// How a running agent takes signals.
@Suite struct SignalTests {
    @Test(arguments: [SIGTERM, SIGINT]) func endsWellWhenIdle(
        signal: Int32
    ) throws {
        let place = try Workplace()
        try place.scratch.write("one\n", to: "data/a")
        let agent = try place.startAgent()
        try place.waitForSnapshot(1)
        agent.send(signal)
        #expect(agent.waitForEnd() == 0)
        #expect(agent.hasSaid("STOPPING=1"))
        // Into a file as to a terminal, but without the line that ^C takes there.
        #expect(
            try agent.log.hasSuffix(
                "nothing is lost\nStopped   everything is saved; last snapshot 1\n"))
        #expect(!FileManager.default.fileExists(atPath: place.socket))
        let result = try place.snapctl("list")
        #expect(result.status == 5)
        #expect(result.errors.contains("do:"))
    }

    @Test func aChangeThatWaitsIsNotLost() throws {
        let place = try Workplace()
        try place.scratch.write("one\n", to: "data/a")
        let agent = try place.launchAgent(
            ["run", place.data, "--store", place.store, "--socket", place.socket, "--quiet", "1h"]
                + ["--max-wait", "2h"])
        try agent.waitUntilReady()
        try place.waitForSnapshot(1)
        try place.scratch.write("two\n", to: "data/a")
        try agent.stop()
        let next = try place.startAgent()
        try place.waitForSnapshot(2)
        #expect(try place.did("cat", "latest:a") == "two\n")
        try next.stop()
    }

    @Test func aSnapshotAtWorkIsFinishedOrAbandoned() throws {
        let place = try Workplace()
        var random = SeededGenerator()
        for number in 0..<40 {
            try place.scratch.write(random.bytes(2_000_000), to: "data/noise \(number)")
        }
        let agent = try place.launchAgent(
            ["run", place.data, "--store", place.store, "--socket", place.socket])
        // Before it opens its store it may not have got as far as to take signals.
        let isOpen = poll { FileManager.default.fileExists(atPath: place.store) }
        try #require(isOpen)
        try agent.stop()
        for zip in try place.zips() { try place.checkZip(zip) }
        try place.expectNoLeftovers()
        let next = try place.startAgent()
        try place.waitForSnapshot(1)
        #expect(try place.snapshots().first?.files == 40)
        try next.stop()
    }

    @Test func aNewConfigurationIsTakenUp() throws {
        let place = try Workplace()
        try place.scratch.write("one\n", to: "data/a")
        try place.scratch.write("two\n", to: "more/b")
        func dataset(_ name: String, _ path: String) -> String {
            """
            [[dataset]]
            name = "\(name)"
            path = "\(path)"
            store = "\(place.scratch.text)/store-\(name)"
            quiet = "200ms"
            max_wait = "2s"

            """
        }
        let control = "[control]\nsocket = \"\(place.socket)\"\n\n"
        let one = control + dataset("data", place.data)
        try place.scratch.write(one, to: "snapagent.toml")
        let agent = try place.launchAgent([
            "run", "--config", place.scratch.text + "/snapagent.toml",
        ])
        try agent.waitUntilReady()

        try place.scratch.write(
            one + dataset("more", place.scratch.text + "/more"), to: "snapagent.toml")
        agent.send(SIGHUP)
        #expect(try poll(until: { try self.datasets(place) == ["data", "more"] }))

        // A bad file changes nothing, and is spoken of.
        try place.scratch.write(one + "qiet = 3\n", to: "snapagent.toml")
        agent.send(SIGHUP)
        #expect(try poll(until: { try agent.log.contains("the old one stays") }))
        #expect(try agent.log.contains("snapagent.toml:"))
        #expect(try datasets(place) == ["data", "more"])

        // And a dataset that is left out is no longer saved.
        try place.scratch.write(one, to: "snapagent.toml")
        agent.send(SIGHUP)
        #expect(try poll(until: { try self.datasets(place) == ["data"] }))
        try agent.stop()
    }

    private func datasets(_ place: Workplace) throws -> [String] {
        let text = try place.snapctl("status", "--json").output
        return try ReportJSON.decode(StatusReport.self, from: Array(text.utf8)).datasets
            .map(\.name).sorted()
    }
}
