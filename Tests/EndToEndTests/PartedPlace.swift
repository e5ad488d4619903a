import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// What tests of snapshots need that are made part by part.
struct PartedPlace {
    let place: Workplace

    init(_ place: Workplace) {
        self.place = place
    }

    /// Starts an agent and does not wait; it saves when it is asked to, or soon.
    func launch(savesSoon: Bool = false) throws -> AgentProcess {
        try place.configure(quiet: savesSoon ? "200ms" : "1h", layout: .incremental)
        return try place.launchConfigured()
    }

    /// Starts an agent and waits for its first snapshot.
    func start(savesSoon: Bool = false) throws -> AgentProcess {
        let agent = try launch(savesSoon: savesSoon)
        try agent.waitUntilReady()
        try place.waitForSnapshot(1, within: .seconds(300))
        return agent
    }

    /// Asks for a snapshot and waits until a part of it is saved.
    func askUntilThereIsAPart() throws -> ChildProcess {
        let asking = try ChildProcess(
            builtProgram("snapctl"), ["snapshot"], environment: place.environment,
            output: place.scratch.text + "/asked", errors: place.scratch.text + "/asked-errors")
        try waitForPart()
        return asking
    }

    /// What `attempt` makes of a snapshot that it ends in the middle.
    ///
    /// On a busy machine the snapshot may be done before the test gets to end it: `nil`, and it is tried anew.
    static func inTime<Value>(_ attempt: () throws -> Value?) throws -> Value {
        for _ in 1..<5 {
            if let value = try attempt() { return value }
        }
        return try #require(try attempt(), "every snapshot was done before it could be ended")
    }

    /// Waits until a part of a snapshot is saved, or more of them than before.
    func waitForPart(after count: Int = 0) throws {
        let isThere = poll(deadline: .seconds(120)) { parts.count > count }
        try #require(isThere)
    }

    /// Makes so many files of some bytes each, all different and none of which shrinks, below a directory of the scratch.
    func fill(_ directory: String, files: Int, bytes: Int = 24) throws {
        let made = try runProgram(
            ["python3", "-c", Self.filling, directory, "\(files)", "\(bytes)"],
            directory: place.scratch.text)
        try #require(made.status == 0, "\(made.errors)")
    }

    private static let filling = """
        import os, sys
        top, files, size = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
        for number in range(files):
            below = f"{top}/{number % 3}/{number % 97}"
            if number < 291: os.makedirs(below, exist_ok=True)
            with open(f"{below}/file {number}", "wb") as file: file.write(os.urandom(size))
        """

    /// Moves a directory of the scratch directory.
    func move(_ directory: String, to target: String) throws {
        try FileManager.default.moveItem(
            atPath: "\(place.scratch.text)/\(directory)",
            toPath: "\(place.scratch.text)/\(target)")
    }

    /// The content zips of the store.
    var parts: [String] {
        let base = place.store + "/base"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
        return names.filter { $0.hasSuffix(".content.zip") }.map { "\(base)/\($0)" }
    }

    /// Expects that a snapshot restores to what the directory holds now.
    func expectRestores(_ reference: String) throws {
        let target = place.scratch.text + "/restored-\(UUID().uuidString)"
        try place.did("restore", reference, "--to", target, "--yes")
        expectEqual(
            try presentFacts(place.data), try presentFacts(target), "snapshot \(reference)")
        try FileManager.default.removeItem(atPath: target)
    }

    /// Expects that no zip has a file that another one has, but for some that changed.
    func expectNothingTwice(files: ClosedRange<Int>, changed: ClosedRange<Int> = 0...0) throws {
        let names = try (parts + place.zips()).flatMap { zip in
            let list = try runProgram(["unzip", "-Z1", zip])
            #expect(list.status <= 1, "\(list.errors)")
            return list.output.split(separator: "\n").filter { !$0.hasPrefix(".snapagent/") }
        }
        #expect(changed.contains(names.count - Set(names).count))
        #expect(files.contains(names.count), "\(names.count)")
    }
}
