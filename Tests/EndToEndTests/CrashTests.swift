import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// `kill -9` at a random moment, a hundred times: nothing finished is lost, nothing half is left.
@Suite struct CrashTests {
    private static let names = (0..<60).map { "file \($0)" }

    /// Gives every file a content of its own that says which version it is.
    private func write(version: Int, _ place: Workplace) throws {
        for (number, name) in Self.names.enumerated() {
            let line = "version \(version) of \(name)\n"
            try place.scratch.write(
                String(repeating: line, count: 200 + number * 100), to: "data/\(name)")
        }
    }

    /// The zips that are anywhere in the store, by name.
    private func allZips(_ place: Workplace) throws -> Set<String> {
        var names: [String] = []
        for directory in ["", "/expired", "/base"]
        where FileManager.default.fileExists(atPath: place.store + directory) {
            names += try FileManager.default.contentsOfDirectory(atPath: place.store + directory)
                .filter { $0.hasSuffix(".zip") }
        }
        #expect(names.count == Set(names).count, "the same zip at two places: \(names)")
        return Set(names)
    }

    /// Lets a random time pass: the moment of a crash.
    private func pass(_ longest: Int, _ random: inout SeededGenerator) {
        let time = Duration.milliseconds(Int.random(in: 0...longest, using: &random))
        _ = poll(deadline: time) { nil as Bool? }
    }

    @Test func whileTakingASnapshot() throws {
        let place = try Workplace()
        var random = SeededGenerator()
        try write(version: 0, place)
        var finished: Set<String> = []
        for round in 1...40 {
            let agent = try place.startAgent(quiet: "20ms")
            try place.expectNoLeftovers()
            // What the crash kept from being saved is saved now.
            let saved = try poll {
                try place.snapctl("cat", "latest:file 7").output
                    .hasPrefix("version \(round - 1) of file 7\n")
            }
            try #require(saved, "seed \(random.seed), round \(round): \(agent.notifications())")
            try write(version: round, place)
            pass(250, &random)
            agent.kill()
            let zips = try allZips(place)
            #expect(finished.isSubset(of: zips), "seed \(random.seed), round \(round)")
            for zip in zips.subtracting(finished) {
                let there = FileManager.default.fileExists(atPath: "\(place.store)/\(zip)")
                try place.checkZip(place.store + (there ? "/" : "/expired/") + zip)
            }
            finished = zips
        }
        let numbers = try place.storedSnapshots().map(\.number)
        #expect(!numbers.isEmpty && Set(numbers).count == numbers.count)
    }

    @Test func whilePruning() throws {
        let place = try Workplace()
        var random = SeededGenerator()
        try write(version: 0, place)
        try place.configure(
            """
            [dataset.retention]
            last = 2
            """)
        // Nothing changes, so it takes a label to have a snapshot.
        let snapctl = try builtProgram("snapctl")
        let loop = "for i in 1 2 3 4 5 6; do \(snapctl) snapshot --label kept-$i; done"
        for round in 1...30 {
            let agent = try place.launchConfigured()
            try agent.waitUntilReady()
            try place.expectNoLeftovers()
            let before = try allZips(place)
            let work = try ChildProcess(
                "sh", ["-c", loop],
                environment: ["PATH": "/usr/bin:/bin"].merging(
                    place.environment.filter { !$0.value.isEmpty }
                ) { $1 },
                output: place.scratch.text + "/loop", errors: place.scratch.text + "/loop")
            pass(300, &random)
            agent.kill()
            _ = work.wait()
            let after = try allZips(place)
            #expect(before.isSubset(of: after), "seed \(random.seed), round \(round)")
            let kept = try place.storedSnapshots()
            #expect(!kept.isEmpty || before.isEmpty, "seed \(random.seed), round \(round)")
            if let newest = after.max(by: { Workplace.number($0) < Workplace.number($1) }) {
                #expect(FileManager.default.fileExists(atPath: "\(place.store)/\(newest)"))
            }
        }
        #expect(try allZips(place).count > 2, "nothing was pruned")
        try place.checkZips()
    }

    @Test func whileRestoring() throws {
        let place = try Workplace()
        var random = SeededGenerator()
        try write(version: 1, place)
        try place.startAgent().stop()
        try write(version: 2, place)
        try place.startAgent().stop()
        #expect(try place.storedSnapshots().count == 2)
        for round in 1...30 {
            let agent = try place.startAgent(quiet: "1h")
            try place.expectNoLeftovers()
            let wanted = round % 2 + 1
            let work = try ChildProcess(
                builtProgram("snapctl"), ["restore", "\(wanted)", "--in-place", "--yes"],
                environment: place.environment.filter { !$0.value.isEmpty },
                output: place.scratch.text + "/restore", errors: place.scratch.text + "/restore")
            pass(120, &random)
            agent.kill()
            _ = work.wait()
            for name in Self.names { try expectWhole(place, name, "seed \(random.seed)") }
        }
        let agent = try place.startAgent(quiet: "1h")
        try place.did("restore", "1", "--in-place", "--delete", "--yes")
        for name in Self.names {
            #expect(
                try place.did("cat", "1:\(name)").utf8.elementsEqual(
                    place.scratch.read("data/\(name)")))
        }
        try agent.stop()
        try place.expectNoLeftovers()
    }

    /// Expects that a file is all of one version: its lines are equal, and none is missing.
    private func expectWhole(_ place: Workplace, _ name: String, _ comment: Comment) throws {
        let text = String(decoding: try place.scratch.read("data/\(name)"), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
        let number = try #require(name.split(separator: " ").last.flatMap { Int($0) })
        #expect(Set(lines).count == 1 && lines.count == 200 + number * 100, comment)
    }
}
