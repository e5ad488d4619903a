import ControlProtocol
import Foundation
import SnapshotModel
import TestSupport
import Testing

/// `snapctl versions` through the real programs: by the agent's catalog, and by the zips alone.
@Suite struct VersionsTests {
    /// An agent that saves only when it is asked to.
    private func start(
        _ place: Workplace, data: String? = nil, layout: SnapshotLayout = .incremental
    ) throws -> AgentProcess {
        try place.configure(data: data, layout: layout, #"exclude = ["*.tmp"]"#)
        let agent = try place.launchConfigured()
        try agent.waitUntilReady()
        return agent
    }

    private func report(_ text: String) throws -> VersionsReport {
        try ReportJSON.decode(VersionsReport.self, from: Array(text.utf8))
    }

    /// The first and the last column of each row.
    private func shown(_ text: String) -> [String] {
        text.split(separator: "\n").map { row in
            let cells = row.split(separator: "  ").map { $0.drop { $0 == " " } }
            return "\(cells.first ?? ""): \(cells.last ?? "")"
        }
    }

    @Test func aFilesWholeHistoryIsListed() throws {
        let place = try Workplace()
        try place.scratch.write("the first", to: "data/draft/notes.txt")
        let agent = try start(place)
        try place.waitForSnapshot(1)
        let files = FileManager.default
        try files.moveItem(
            atPath: place.data + "/draft/notes.txt", toPath: place.data + "/notes.txt")
        try place.scratch.write("x", to: "data/list.csv")
        try place.did("snapshot")
        try place.scratch.write("the second text", to: "data/notes.txt")
        try files.removeItem(atPath: place.data + "/list.csv")
        try place.did("snapshot")
        try place.scratch.write("not saved", to: "data/notes.txt")
        try place.scratch.write("never saved", to: "data/a.tmp")

        let whats = [
            "1: new, as draft/notes.txt", "2: moved here", "3: changed", "live: not saved yet",
        ]
        #expect(try shown(place.did("versions", "notes.txt")) == whats)
        #expect(try place.did("versions", "list.csv").hasSuffix("  new, gone in 3\n"))
        #expect(
            try place.did("versions", "draft/notes.txt")
                .hasSuffix("  new, moved to notes.txt in 2\n"))
        let offline = try place.did("--store", place.store, "versions", place.data + "/notes.txt")
        #expect(shown(offline) == whats.dropLast())

        let absent = try place.snapctl("versions", "notes.tx")
        #expect(absent.status == 4 && absent.output == "")
        #expect(absent.errors.hasPrefix("snapctl: no snapshot of data has notes.tx\n"))
        #expect(try place.snapctl("versions", "a.tmp").status == 4)
        let other = try place.snapctl("cat", "latest:list.csv")
        #expect(other.errors.contains("\n  do: snapctl versions list.csv\n"))
        let found = try place.did("find", "*.csv", "--deleted")
        #expect(found.hasPrefix("2 ") && found.hasSuffix("  list.csv\n"))
        #expect(try place.did("--store", place.store, "find", "*.csv", "-0") == "list.csv\0")
        #expect(try place.snapctl("find", "*.cvs").status == 4)
        // What is listed can be typed.
        #expect(try place.did("cat", "1:draft/notes.txt") == "the first")
        try agent.stop()
    }

    @Test(arguments: [SnapshotLayout.complete, .incremental])
    func theAgentSaysWhatTheZipsSay(layout: SnapshotLayout) throws {
        var random = SeededGenerator()
        let place = try Workplace()
        let tree = try ScratchDirectory()
        var changes = RandomTree(scratch: tree, linking: true)
        var agent = try start(place, data: tree.text, layout: layout)
        var paths: Set<String> = ["."]
        for round in 1...6 {
            for _ in 1...20 { try changes.change(using: &random) }
            try tree.write("\(round)", to: "round")
            try place.did("snapshot")
            let listed = try place.snapctl("ls", "latest", "-r", "-0").stdout
            for name in listed.split(separator: 0) {
                // Names that are no text are the unit tests' business.
                if let text = String(validating: name, as: UTF8.self) { paths.insert(text) }
            }
            if round == 4 {
                try agent.stop()
                agent = try start(place, data: tree.text, layout: layout)
            }
        }
        for number in ["2", "5"] { _ = try place.snapctl("delete", number, "--yes") }
        var compared = 0
        for path in paths.sorted() {
            var online = try report(place.did("versions", "--json", "--", path))
            online.versions.removeAll { $0.event == .unsaved }
            for index in online.versions.indices { online.versions[index].live = nil }
            let result = try place.snapctl(
                "--store", place.store, "versions", "--json", "--", path)
            guard result.status == 0 else {
                #expect(online.versions == [], "seed \(random.seed): \(path)")
                continue
            }
            #expect(try report(result.output) == online, "seed \(random.seed): \(path)")
            compared += 1
        }
        // How many paths a random tree has is chance; this one is always there.
        #expect(paths.contains("round"))
        #expect(compared > 0)
        try agent.stop()
    }
}
