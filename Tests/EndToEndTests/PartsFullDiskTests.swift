import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// The disk gets full between two parts of a snapshot.
@Suite struct PartsFullDiskTests {
    private static let files = 20_000

    /// A store on a disk that has room for one part, because something else lies there.
    private func makeSmallDisk(_ place: Workplace) throws -> LoopMount {
        try place.scratch.makeDirectories("disk")
        let top = place.scratch.text + "/disk"
        let disk = try LoopMount(
            "ext4 -O ^has_journal -m 0", on: "disk", in: place.scratch, megabytes: 96)
        let ballast = try runProgram([
            "sh", "-c",
            "free=$(df --output=avail -k \"$1\" | tail -1);"
                + " head -c $(( (free - 41000) * 1024 )) /dev/zero > \"$1\"/ballast",
            "sh", top,
        ])
        try #require(ballast.status == 0, "\(ballast.errors)")
        return disk
    }

    private func expectFull(_ place: Workplace) throws {
        let state = try poll(deadline: .seconds(120)) { () -> String? in
            let text = try place.snapctl("status", "--json").output
            return text.contains("\"full\"") ? text : nil
        }
        let text = try #require(state, "nothing said that the disk is full")
        #expect(text.contains("the store's disk is full"))
    }

    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func thePartsStayAndTheRestFollowsWhenThereIsRoom(isFirst: Bool) throws {
        let place = try Workplace(store: "disk/store")
        let tools = PartedPlace(place)
        let disk = try makeSmallDisk(place)
        try place.scratch.write("one", to: "data/old")
        try tools.fill(isFirst ? "data/new" : "new", files: Self.files, bytes: 2_000)
        let agent: AgentProcess
        if isFirst {
            agent = try tools.launch(savesSoon: true)
            try agent.waitUntilReady()
        } else {
            agent = try tools.start(savesSoon: true)
            try tools.move("new", to: "data/new")
        }
        try expectFull(place)
        let before = Set(tools.parts)
        #expect(before.count == 1)
        #expect(try place.snapshots().count == (isFirst ? 0 : 1))
        if !isFirst { try place.did("verify", "--read-data") }
        try FileManager.default.removeItem(atPath: place.scratch.text + "/disk/ballast")
        // Nobody asks for it.
        try place.waitForSnapshot(isFirst ? 1 : 2, within: .seconds(120))
        #expect(Set(tools.parts).isSuperset(of: before))
        #expect(try place.snapshots().last?.files == Self.files + 1)
        try tools.expectNothingTwice(files: (Self.files + 1)...(Self.files + 1))
        try place.did("verify", "--read-data")
        let calm = try poll(deadline: .seconds(30)) {
            try !place.snapctl("status", "--json").output.contains("\"full\"")
        }
        #expect(calm)
        try agent.stop()
        _ = disk
    }
}
