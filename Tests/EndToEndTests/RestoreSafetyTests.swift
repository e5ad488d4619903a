import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// What a restore in place takes away is in the snapshot that it names, through the real programs.
@Suite struct RestoreSafetyTests {
    private func place(_ more: String = "", layout: SnapshotLayout? = nil) throws -> Workplace {
        let place = try Workplace()
        try place.scratch.write("version one", to: "data/f")
        try place.scratch.write("stays", to: "data/g")
        try place.scratch.makeDirectories("out")
        let folder = try place.scratch.descriptor.openBeneath(
            BytePath("data"), [.readOnly, .directory])
        try place.scratch.descriptor.openBeneath(BytePath("out"), [.readOnly, .directory])
            .makeHardLink(from: folder, Array("f".utf8), to: Array("f".utf8))
        try place.configure(layout: layout, more)
        return place
    }

    /// Whether somebody hears of a change or not.
    @Test(arguments: [SnapshotLayout.incremental, .complete])
    func aChangeUnderANameElsewhereIsSaved(_ layout: SnapshotLayout) throws {
        let place = try place(layout: layout)
        let agent = try place.startConfigured()
        try place.waitForSnapshot(1)
        try place.scratch.write("version two", to: "data/f")
        try place.did("snapshot")
        try place.scratch.write("unheard of", to: "out/f")
        let result = try place.snapctl("restore", "1:f", "--in-place", "-y")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try place.scratch.read("data/f") == Array("version one".utf8))
        let back = try #require(
            result.output.split(separator: "\n").first { $0.hasPrefix("To take it back: ") })
        let safety = try #require(back.split(separator: " ").dropFirst(6).first)
        #expect(try place.did("cat", "\(safety):f") == "unheard of")
        try agent.stop()
    }

    /// What no snapshot can have stays where it is, and is told.
    @Test func whatNoSnapshotHasStays() throws {
        let place = try place("max_file_size = \"1MiB\"")
        let agent = try place.startConfigured()
        try place.waitForSnapshot(1)
        let large = [UInt8](repeating: 7, count: 2 << 20)
        try place.scratch.write(large, to: "data/g")
        try place.scratch.write(large, to: "data/new.iso")
        try place.scratch.write("f\n/hidden/\n", to: "data/.snapagentignore")
        try place.scratch.write("ignored by now", to: "data/f")
        try place.scratch.write(
            "Signature: 8a477f597d28d172789f06886806bc55\n", to: "data/cache/CACHEDIR.TAG")
        try place.scratch.write("cached", to: "data/cache/x")
        try place.scratch.write("goes", to: "data/goes")
        let result = try place.snapctl("restore", "1", "--in-place", "--delete", "-y")
        #expect(result.status == 3, "\(result.output)")
        for reason in ["over max_file_size", "ignored, so no snapshot has it"] {
            #expect(result.errors.contains(reason), "\(result.errors)")
        }
        #expect(try place.scratch.read("data/g") == large)
        #expect(try place.scratch.read("data/new.iso") == large)
        #expect(try place.scratch.read("data/f") == Array("ignored by now".utf8))
        #expect(try place.scratch.read("data/cache/x") == Array("cached".utf8))
        #expect(!FileManager.default.fileExists(atPath: place.data + "/goes"))
        // Moved away by hand, it is in the way no more.
        for name in ["g", "new.iso", "f", "cache"] {
            try FileManager.default.moveItem(
                atPath: place.data + "/\(name)", toPath: place.scratch.text + "/out/old \(name)")
        }
        let again = try place.snapctl("restore", "1", "--in-place", "--delete", "-y")
        #expect(again.status == 0, "\(again.errors)")
        #expect(try place.scratch.read("data/f") == Array("version one".utf8))
        try agent.stop()
    }

    /// A file gives way to a directory only when that is whole, even if the agent is killed.
    @Test func aKilledRestoreLeavesTheFileOrTheWholeDirectory() throws {
        let place = try place()
        let large = [UInt8](repeating: 7, count: 64 << 20)
        try place.scratch.write(large, to: "data/d/large")
        let agent = try place.startConfigured()
        try place.waitForSnapshot(1)
        try place.scratch.write("irreplaceable", to: "filled/d")
        try place.scratch.write("other", to: "filled/other")
        let filled = place.scratch.text + "/filled"
        let restore = try ChildProcess(
            builtProgram("snapctl"), ["restore", "1:d", "--to", filled, "-y"],
            environment: place.environment, output: "/dev/null", errors: "/dev/null")
        let began = try poll {
            try FileManager.default.contentsOfDirectory(atPath: filled).count > 2
                || FileManager.default.fileExists(atPath: filled + "/d/large")
        }
        #expect(began)
        agent.kill()
        _ = restore.wait(atMost: .seconds(30))
        if FileManager.default.fileExists(atPath: filled + "/d/large") {
            #expect(try place.scratch.read("filled/d/large") == large)
        } else {
            #expect(try place.scratch.read("filled/d") == Array("irreplaceable".utf8))
        }
    }
}
