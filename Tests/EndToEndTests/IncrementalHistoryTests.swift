import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// Histories of snapshots that lean on each other, with a crash now and then: whatever is kept can be had back.
@Suite struct IncrementalHistoryTests {
    /// As many as `make test` has time for; `SNAPAGENT_HISTORY_ROUNDS` asks for more.
    private static let rounds =
        ProcessEnvironment.value("SNAPAGENT_HISTORY_ROUNDS").flatMap { Int($0) } ?? 25

    /// What the tree held when each snapshot was taken.
    private typealias History = [Int: [BytePath: SavedFacts]]

    @Test(.timeLimit(.minutes(20))) func everySnapshotStaysWhole() throws {
        var random = SeededGenerator()
        let place = try Workplace()
        try place.scratch.makeDirectories("outside")
        try configure(place)
        var history: History = [:]
        var agent = try start(place)
        try note(&history, place)
        for round in 1...Self.rounds {
            let comment = "seed \(random.seed), round \(round)"
            try change(place, &random)
            let isKilled = Int.random(in: 0..<6, using: &random) == 0
            if isKilled {
                try killAmidst(action(&random, history), agent, place, &random)
                agent = try start(place)
            } else {
                _ = try place.snapctl(action(&random, history))
                try place.did("snapshot")
            }
            try note(&history, place)
            try expectKept(history, place, sample: 1, &random, comment)
        }
        try place.did("sweep", "--now")
        try place.did("verify", "--read-data")
        try expectKept(history, place, sample: .max, &random, "seed \(random.seed), at the end")
        try agent.stop()
        try expectByHand(history, place, "seed \(random.seed)")
    }

    /// A command that changes what the store keeps, or that may be going on when the agent dies.
    private func action(_ random: inout SeededGenerator, _ history: History) -> [String] {
        let number = String(history.keys.sorted().randomElement(using: &random) ?? 1)
        let actions = [
            ["snapshot"], ["delete", number, "--yes"], ["undelete", number], ["prune"],
            ["sweep", "--now"], ["snapshot", "--full"],
        ]
        return actions.randomElement(using: &random) ?? []
    }

    private func configure(_ place: Workplace) throws {
        try place.configure(
            layout: .incremental,
            """
            grace = "2s"
            brake = 100
            [dataset.retention]
            last = 6
            """)
    }

    private func start(_ place: Workplace) throws -> AgentProcess {
        let agent = try place.launchConfigured()
        try agent.waitUntilReady()
        // The first snapshot of a run holds what a crash kept from being saved.
        _ = try place.did("snapshot")
        return agent
    }

    private func change(_ place: Workplace, _ random: inout SeededGenerator) throws {
        var worker = try ChurnWorker(
            tree: BytePath(place.data), outside: BytePath(place.scratch.text + "/outside"),
            seed: random.next())
        worker.work(Int.random(in: 1...40, using: &random))
        // A large file, changed in place: the store keeps what differs.
        let large = place.data + "/large"
        if !FileManager.default.fileExists(atPath: large) {
            try Data((0..<(3 << 20)).map { _ in UInt8.random(in: 0...3, using: &random) })
                .write(to: URL(fileURLWithPath: large))
        } else if Bool.random(using: &random) {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: large))
            try file.seek(toOffset: UInt64.random(in: 0..<(3 << 20), using: &random))
            try file.write(contentsOf: Data("round \(random.next())".utf8))
            try file.close()
        }
    }

    private func killAmidst(
        _ action: [String], _ agent: AgentProcess, _ place: Workplace,
        _ random: inout SeededGenerator
    ) throws {
        let work = try ChildProcess(
            builtProgram("snapctl"), action,
            environment: place.environment.filter { !$0.value.isEmpty },
            output: place.scratch.text + "/work", errors: place.scratch.text + "/work")
        let time = Duration.milliseconds(Int.random(in: 0...60, using: &random))
        _ = poll(deadline: time) { nil as Bool? }
        agent.kill()
        _ = work.wait()
    }

    /// Remembers what the tree is for every snapshot that came since; nothing has changed it meanwhile.
    private func note(_ history: inout History, _ place: Workplace) throws {
        let facts = try presentFacts(place.data)
        for snapshot in try place.storedSnapshots() where history[snapshot.number] == nil {
            history[snapshot.number] = facts
        }
    }

    /// Expects that kept snapshots restore to what was there when they were taken.
    private func expectKept(
        _ history: History, _ place: Workplace, sample: Int, _ random: inout SeededGenerator,
        _ comment: String
    ) throws {
        let kept = try place.storedSnapshots().filter { $0.state == .present }
        #expect(!kept.isEmpty, "\(comment)")
        for snapshot in kept.shuffled(using: &random).prefix(sample) {
            let out = place.scratch.text + "/out"
            try place.did("--store", place.store, "restore", "\(snapshot.number)", "--to", out)
            expectEqual(
                try #require(history[snapshot.number]), try presentFacts(out),
                "\(comment), snapshot \(snapshot.number)")
            try FileManager.default.removeItem(atPath: out)
        }
    }

    /// Expects that the newest snapshot comes back by the script alone, which knows nothing but the documents.
    private func expectByHand(_ history: History, _ place: Workplace, _ comment: String) throws {
        let zip = try #require(try place.zips().last)
        let out = place.scratch.text + "/by-hand"
        let result = try runProgram(
            ["python3", repositoryRoot + "/docs/restore-by-hand.py", zip, out],
            directory: place.scratch.text, deadline: .seconds(120))
        #expect(result.status == 0, "\(comment): \(result.errors)")
        expectEqual(
            try #require(history[Workplace.number(zip)]), try presentFacts(out),
            "\(comment), by hand")
    }
}
