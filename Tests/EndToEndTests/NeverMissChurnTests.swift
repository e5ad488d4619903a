import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// Whatever happens to the tree, once it rests the newest snapshot equals it.
@Suite struct NeverMissChurnTests {
    private static let workers = 3

    /// As many rounds as `make test` has time for, or as many as fit into `SNAPAGENT_SOAK_SECONDS`.
    @Test(.timeLimit(.minutes(120)), arguments: [SnapshotLayout.complete, .incremental])
    func churn(layout: SnapshotLayout) throws {
        var random = SeededGenerator()
        let place = try Workplace()
        let outside = place.scratch.text + "/outside"
        try place.scratch.makeDirectories("outside")
        let agent = try place.startAgent(layout: layout, quiet: "50ms")
        let client = try place.connect()
        let soak = ProcessEnvironment.value("SNAPAGENT_SOAK_SECONDS").flatMap { Int($0) }
        let end = MonotonicInstant.now + .seconds(soak ?? 0)
        var round = 0
        while soak == nil ? round < 100 : .now < end {
            round += 1
            let count = Int.random(in: 1...120, using: &random)
            let seeds = (0..<Self.workers).map { _ in random.next() }
            try churn(place.data, outside, seeds: seeds, count: count)
            try place.settle(client)
            try expectNewestEquals(place, "\(layout), seed \(random.seed), round \(round):")
            if round % 25 == 0 { try restoreAndCompare(place, round) }
        }
        try agent.stop()
    }

    /// A generator that is not ours.
    @Test(.timeLimit(.minutes(10))) func stress() throws {
        let watched = try WatchedPlace()
        for stressor in ["dir", "rename"] {
            let result = try runProgram(
                [
                    "stress-ng", "--\(stressor)", "2", "--timeout", "1", "--temp-path",
                    watched.place.data, "--seed", "\(SeededGenerator().seed)", "--quiet",
                ], directory: watched.place.data)
            #expect(result.status == 0, "\(stressor): \(result.errors)")
            try watched.expectSaved("\(stressor):")
        }
        try watched.agent.stop()
    }

    /// Runs one process for each seed until all have done their operations.
    private func churn(_ tree: String, _ outside: String, seeds: [UInt64], count: Int) throws {
        let log = outside + "-log"
        let workers = try seeds.map { seed in
            try ChildProcess(
                testProgram("churn"), [tree, outside, "\(seed)", "\(count)"], environment: [:],
                output: log, errors: log)
        }
        for worker in workers {
            let end = worker.wait()
            let said = try String(contentsOfFile: log, encoding: .utf8)
            try #require(end == .code(0), "no churn: \(said)")
        }
    }

    /// What a person gets back with the programs is the tree too.
    private func restoreAndCompare(_ place: Workplace, _ round: Int) throws {
        let out = place.scratch.text + "/out-\(round)"
        try place.did("--store", place.store, "restore", "latest", "--to", out)
        expectEqual(try presentFacts(place.data), try presentFacts(out), "restored:")
        try FileManager.default.removeItem(atPath: out)
    }
}
