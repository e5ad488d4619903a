import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// What cannot be done is refused before anything changes, with the reason and what to do.
@Suite struct BadInputTests {
    /// Runs `snapagent`, expects this exit status, these words and a remedy, and that nothing changed.
    private func expectRefusal(
        _ place: Workplace, _ arguments: [String], exit: Int32, saying words: String,
        before: [String] = [], environment: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let unchanged = try contents(place)
        let result = try runProgram(
            before + [builtProgram("snapagent")] + arguments,
            environment: place.environment.merging(environment) { $1 },
            directory: place.scratch.text, deadline: .seconds(20))
        #expect(result.status == exit, "\(result.errors)", sourceLocation: sourceLocation)
        #expect(result.errors.contains(words), "\(result.errors)", sourceLocation: sourceLocation)
        #expect(
            result.errors.contains("\n  do: "), "\(result.errors)", sourceLocation: sourceLocation)
        #expect(result.output == "", sourceLocation: sourceLocation)
        #expect(try contents(place) == unchanged, sourceLocation: sourceLocation)
    }

    /// The state of data and store.
    private func contents(_ place: Workplace) throws -> [[BytePath: NameFacts]] {
        try [place.data, place.store].filter { FileManager.default.fileExists(atPath: $0) }
            .map { try facts(of: $0) }
    }

    private func run(_ place: Workplace, _ directory: String? = nil) -> [String] {
        ["run", directory ?? place.data, "--store", place.store, "--socket", place.socket]
    }

    /// A command in a mount namespace of its own, after some preparation in a shell.
    private func mounted(_ preparation: String) -> [String] {
        let flags = SystemIdentity.effectiveUserID == 0 ? "-m" : "-rm"
        return ["unshare", flags, "sh", "-c", preparation + " && exec \"$@\"", "sh"]
    }

    @Test func aMissingDirectory() throws {
        let place = try Workplace()
        try expectRefusal(
            place, run(place, place.scratch.text + "/dat"), exit: 2, saying: "does not exist")
    }

    @Test func aFileInPlaceOfADirectory() throws {
        let place = try Workplace()
        try place.scratch.write("file\n", to: "data/file")
        try expectRefusal(place, run(place, place.data + "/file"), exit: 2, saying: "is a file")
    }

    @Test func aDirectoryThatMayNotBeRead() throws {
        let place = try Workplace()
        try place.scratch.makeDirectories("data/closed")
        let closed = BytePath(place.data + "/closed")
        try FileDescriptor.open(closed, [.readOnly, .directory]).setMode(0)
        // Root may read everything, so somebody else tries.
        var before: [String] = []
        if SystemIdentity.effectiveUserID == 0 {
            try place.scratch.descriptor.setMode(0o711)
            before = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        }
        try expectRefusal(
            place, ["run", place.data + "/closed"], exit: 2, saying: "permission denied",
            before: before)
    }

    @Test func aStoreInsideTheDirectory() throws {
        let place = try Workplace()
        try expectRefusal(
            place, ["run", place.data, "--store", place.data + "/store", "--socket", place.socket],
            exit: 6, saying: "lies in the directory it saves")
    }

    @Test func aStoreInsideByASymbolicLink() throws {
        let place = try Workplace()
        try place.scratch.makeDirectories("data/inner")
        try place.scratch.descriptor.makeLink(
            target: Array("data/inner".utf8), at: Array("store".utf8))
        try expectRefusal(place, run(place), exit: 6, saying: "lies in the directory it saves")
    }

    @Test func aStoreInsideByABindMount() throws {
        let place = try Workplace()
        try place.scratch.makeDirectories("data/inner")
        try place.scratch.makeDirectories("store")
        try expectRefusal(
            place, run(place), exit: 6, saying: "lies in the directory it saves",
            before: mounted("mount --bind \(place.data)/inner \(place.store)"))
    }

    @Test func aReadOnlyStore() throws {
        let place = try Workplace()
        try place.startAgent().stop()
        try place.scratch.write("new\n", to: "data/new")
        let mount =
            "mount --bind \(place.store) \(place.store) && mount -o remount,ro,bind \(place.store)"
        try expectRefusal(
            place, run(place), exit: 1, saying: "read-only", before: mounted(mount))
    }

    @Test func aSocketPathThatIsTooLong() throws {
        let place = try Workplace()
        let path = place.scratch.text + "/" + String(repeating: "s", count: 120)
        try expectRefusal(
            place, ["run", place.data, "--store", place.store, "--socket", path], exit: 2,
            saying: "the kernel allows 107")
    }

    @Test func aSocketThatALiveAgentServes() throws {
        let place = try Workplace()
        let agent = try place.startAgent()
        try place.waitForSnapshot(1)
        try place.settle(place.connect())
        let other = place.scratch.text + "/other"
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        try expectRefusal(
            place, ["run", other, "--store", other + "-store", "--socket", place.socket], exit: 6,
            saying: "pid \(agent.pid)")
        #expect(!FileManager.default.fileExists(atPath: other + "-store"))
        #expect(try place.snapshots().count == 1)
        try agent.stop()
    }

    @Test func aSocketThatADeadAgentLeft() throws {
        let place = try Workplace()
        let first = try place.startAgent()
        try place.waitForSnapshot(1)
        first.kill()
        #expect(FileManager.default.fileExists(atPath: place.socket))
        let gone = try place.snapctl("list")
        #expect(gone.status == 5 && gone.errors.contains("gone"), "\(gone.errors)")
        let next = try place.startAgent()
        #expect(try place.snapshots().count == 1)
        try next.stop()
    }

    @Test func aStoreThatAnotherAgentHas() throws {
        let place = try Workplace()
        let agent = try place.startAgent()
        try place.waitForSnapshot(1)
        try place.settle(place.connect())
        try expectRefusal(
            place, ["run", place.data, "--store", place.store, "--socket", place.socket + "2"],
            exit: 6, saying: "pid \(agent.pid)")
        try agent.stop()
    }

    @Test func aStoreOfANewerFormat() throws {
        let place = try Workplace()
        try place.scratch.write("one\n", to: "data/a")
        try place.startAgent().stop()
        let path = place.store + "/store.json"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let newer = text.replacing(/"format" ?: ?1\b/, with: "\"format\": 99")
        #expect(newer != text)
        for name in ["store.json", "store.old.json"] {
            try Data(newer.utf8).write(to: URL(fileURLWithPath: place.store + "/" + name))
        }
        try expectRefusal(place, run(place), exit: 6, saying: "format 99")
        let offline = try place.snapctl("--store", place.store, "list")
        #expect(offline.status == 6 && offline.errors.contains("format 99"), "\(offline.errors)")
    }
}
