import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotArchive
import SnapshotModel
import TestSupport
import Testing

/// A repair by the real programs that ends at a random moment: by Ctrl-C, with the agent, or with its life.
///
/// `SNAPAGENT_REPAIR_ROUNDS=N` asks for more of them.
@Suite struct InterruptedRepairTests {
    private static let rounds =
        ProcessEnvironment.value("SNAPAGENT_REPAIR_ROUNDS").flatMap { Int($0) } ?? 6
    private static let shared = (0..<6).map { "shared \($0)" }
    private static let versions = 1...4

    /// How a repair ends before its time.
    private enum End: CaseIterable {
        case controlC, stoppedAgent, killedAgent
    }

    private let place: Workplace

    /// Four complete zips with the same six files, and one file that is another in each.
    init() throws {
        place = try Workplace()
        for name in Self.shared {
            try place.scratch.write(Self.content(name, 0), to: "data/\(name)")
        }
        try place.scratch.write(Self.content("own", 1), to: "data/own")
        let agent = try start()
        try place.waitForSnapshot(1)
        for version in Self.versions.dropFirst() {
            try place.scratch.write(Self.content("own", version), to: "data/own")
            try place.did("snapshot")
        }
        try agent.stop()
    }

    private func start() throws -> AgentProcess {
        try place.startAgent(layout: .complete, quiet: "2s")
    }

    /// Bytes that say whose they are, and do not shrink to nothing.
    private static func content(_ name: String, _ version: Int) -> [UInt8] {
        Array("\(name), version \(version)\n".utf8) + noise
    }

    private static let noise = {
        var random = SeededGenerator(seed: 7)
        return random.bytes(200_000)
    }()

    /// Which version of `own` a snapshot shows.
    private func version(of snapshot: SnapshotItem) -> Int {
        min(snapshot.number, Self.versions.upperBound)
    }

    @Test(.timeLimit(.minutes(10))) func whateverWasGoodStaysGood() throws {
        var random = SeededGenerator()
        var lost: Set<Int> = []
        for round in 1...Self.rounds {
            let comment = "seed \(random.seed), round \(round)"
            try harm(&lost, &random)
            let agent = try start()
            let end = End.allCases[round % End.allCases.count]
            try repair(agent, until: end, &random)
            if end == .controlC { try expectNamed(lost, comment) }
            if end != .controlC { _ = agent.waitForEnd() } else { try agent.stop() }
            try expectGood(sample: 1, lost, &random, "\(comment), \(end)")
        }
        // The next one finishes, and the one after that has nothing to do.
        let agent = try start()
        let repair = try place.snapctl("repair")
        #expect([0, 3].contains(repair.status), "\(random.seed): \(repair.errors)")
        #expect(try place.did("repair").contains("nothing to repair"))
        #expect(try place.snapctl("repair", "-n").status == 0)
        try place.did("verify", "--read-data")
        try agent.stop()
        try expectGood(sample: .max, lost, &random, "seed \(random.seed), at the end")
        try place.expectNoLeftovers()
    }

    /// Flips bits in zips: of shared files never in the newest, of `own` also where it is the only copy.
    private func harm(_ lost: inout Set<Int>, _ random: inout SeededGenerator) throws {
        for zip in try place.zips() {
            let number = Workplace.number(zip)
            guard number < Self.versions.upperBound else { continue }
            var names = [Self.shared.randomElement(using: &random) ?? Self.shared[0]]
            if Int.random(in: 0..<4, using: &random) == 0 { names.append("own") }
            for name in names where try flip(name, in: zip) && name == "own" { lost.insert(number) }
        }
    }

    /// Flips a bit of a file as a zip has it; `false` if the zip does not have it any more.
    private func flip(_ name: String, in zip: String) throws -> Bool {
        let path = BytePath(zip)
        let reader = try ArchiveReader.openForObjects(
            try FileDescriptor.open(path, .readOnly), path: path)
        guard let entry = reader.entries.first(where: { $0.name == Array(name.utf8) }) else {
            return false
        }
        let file = try FileDescriptor.open(path, .readWrite)
        let modified = try file.status().modified
        let offset = entry.headerOffset + Int64(entry.localHeaderCount) + entry.packed / 2
        try file.write([try file.readExactly(1, at: offset)[0] ^ 8], at: offset)
        try file.setTimes(modified: modified)
        return true
    }

    /// Begins a repair and ends it in the middle.
    private func repair(
        _ agent: AgentProcess, until end: End, _ random: inout SeededGenerator
    ) throws {
        let work = try ChildProcess(
            builtProgram("snapctl"), ["repair"],
            environment: place.environment.filter { !$0.value.isEmpty },
            output: place.scratch.text + "/work", errors: place.scratch.text + "/work")
        let time = Duration.milliseconds(Int.random(in: 0...700, using: &random))
        _ = poll(deadline: time) { nil as Bool? }
        switch end {
        case .controlC: work.signal(SIGINT)
        case .stoppedAgent: agent.send(SIGTERM)
        case .killedAgent: agent.send(SIGKILL)
        }
        let status = work.wait(atMost: .seconds(60)).status
        // Done before its time, stopped, or left by the agent.
        let said = String(decoding: try place.scratch.read("work"), as: UTF8.self)
        #expect([0, 1, 3, 5, 130].contains(status), "\(end): \(said)")
    }

    /// Expects that nothing else is called damaged than what can be.
    private func expectNamed(_ lost: Set<Int>, _ comment: String) throws {
        let verify = try place.snapctl("verify", "--read-data", "--json")
        #expect([0, 1].contains(verify.status), "\(comment): \(verify.errors)")
        let report = try ReportJSON.decode(VerifyReport.self, from: verify.stdout)
        for damage in report.datasets.flatMap(\.damage) {
            guard damage.path == "own" else {
                #expect(damage.otherFile != nil, "\(comment): \(damage)")
                continue
            }
            #expect(damage.snapshots.allSatisfy(lost.contains), "\(comment): \(damage)")
        }
    }

    /// Expects that snapshots give back all that is whole somewhere, and nothing that is wrong.
    private func expectGood(
        sample: Int, _ lost: Set<Int>, _ random: inout SeededGenerator, _ comment: String
    ) throws {
        let kept = try place.storedSnapshots().filter { $0.state == .present }
        #expect(kept.count >= Self.versions.count, "\(comment)")
        for snapshot in kept.shuffled(using: &random).prefix(sample) {
            let out = place.scratch.text + "/out"
            let result = try place.snapctl(
                "--store", place.store, "restore", "\(snapshot.number)", "--to", out)
            let mayFail = lost.contains(snapshot.number)
            #expect(result.status == 0 || mayFail && result.status == 3, "\(comment)")
            for name in Self.shared {
                let isRight = try place.scratch.read("out/\(name)") == Self.content(name, 0)
                #expect(isRight, "\(comment): \(snapshot.number) \(name)")
            }
            let own = try? place.scratch.read("out/own")
            #expect(own != nil || mayFail, "\(comment): \(snapshot.number)")
            let isRight = own == nil || own == Self.content("own", version(of: snapshot))
            #expect(isRight, "\(comment): \(snapshot.number) own")
            try FileManager.default.removeItem(atPath: out)
        }
    }
}
