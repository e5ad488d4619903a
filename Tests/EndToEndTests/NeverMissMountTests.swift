import ControlProtocol
import Foundation
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing

/// A kind of file system, and how to have one for a test.
enum MountKind: String, CaseIterable, CustomTestStringConvertible {
    case tmpfs, ext4, xfs, btrfs, overlay, bind

    var testDescription: String { rawValue }

    /// What a shell does in the scratch directory to mount one on `data`.
    var command: String {
        switch self {
        case .tmpfs: "mount -t tmpfs none data"
        case .ext4, .xfs, .btrfs: "mount -o loop image data"
        case .overlay:
            "mkdir layers && mount -t tmpfs none layers && mkdir layers/up layers/work lower"
                + " && echo below > lower/file && mount -t overlay none data"
                + " -o lowerdir=lower,upperdir=layers/up,workdir=layers/work"
        case .bind: "mkdir other && mount --bind other data"
        }
    }

    /// What a shell does there first.
    var preparation: String? {
        switch self {
        case .ext4, .xfs, .btrfs: "truncate -s 320M image && mkfs.\(rawValue) -q image"
        case .tmpfs, .overlay, .bind: nil
        }
    }
}

/// Real file systems under the data, in a mount namespace that ends with the agent.
@Suite(.serialized) struct NeverMissMountTests {
    private func start(_ place: Workplace, _ kind: MountKind, _ more: String = "true") throws
        -> WrappedAgent
    {
        if let preparation = kind.preparation {
            let made = try runProgram(
                ["sh", "-c", preparation], directory: place.scratch.text)
            try #require(made.status == 0, "\(made.errors)")
        }
        return try WrappedAgent(
            ["unshare", "-m", "sh", "-c", "\(kind.command) && \(more) && exec \"$@\"", "sh"], place)
    }

    private func expectSaved(
        _ place: Workplace, _ agent: WrappedAgent, _ note: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try place.settle(agent.client)
        try expectNewestEquals(
            place, data: agent.data, note, sourceLocation: sourceLocation)
    }

    @Test(.timeLimit(.minutes(10)), arguments: MountKind.allCases)
    func savesAndRestores(on kind: MountKind) throws {
        let place = try Workplace()
        let agent = try start(place, kind)
        try expectSaved(place, agent, "first:")
        try agent.write("one\n", to: "a/b/c/file")
        if kind == .overlay { try agent.write("copied up\n", to: "file") }
        try expectSaved(place, agent, "made:")
        let made = try #require(try place.snapshots().last).number
        try FileManager.default.moveItem(atPath: agent.data + "/a/b", toPath: agent.data + "/b")
        try agent.write("two\n", to: "b/c/file")
        try expectSaved(place, agent, "moved:")
        try place.did("restore", "\(made)", "a", "--in-place", "--yes")
        #expect(
            try String(contentsOfFile: agent.data + "/a/b/c/file", encoding: .utf8) == "one\n")
        try expectSaved(place, agent, "restored:")
        try agent.stop()
    }

    /// Unmounted is not deleted.
    @Test(.timeLimit(.minutes(10)), arguments: [MountKind.ext4, .bind])
    func anUnmountedRootPauses(_ kind: MountKind) throws {
        let place = try Workplace()
        let agent = try start(place, kind)
        try agent.write("precious\n", to: "a/file")
        try expectSaved(place, agent, "mounted:")
        let zips = try place.zips()
        try agent.run("umount", place.data)
        let paused = try place.settle(agent.client, as: [.paused])
        #expect(paused.alarms.map(\.code).contains("paused"))
        #expect(paused.verdict == .unprotected)
        #expect(try place.snapctl("status").status == 1)
        // The mount point is empty: neither a change in it nor a request makes a snapshot of that.
        try agent.write("below\n", to: "stray")
        #expect(try place.snapctl("snapshot").status != 0)
        #expect(try place.zips() == zips)

        try agent.run(
            "sh", "-c",
            "cd '\(place.scratch.text)' && \(kind == .bind ? "mount --bind other data" : kind.command)"
        )
        try expectSaved(place, agent, "mounted again:")
        try agent.write("more\n", to: "a/file")
        try expectSaved(place, agent, "changed after it:")
        try agent.stop()
    }

    @Test(.timeLimit(.minutes(10))) func aMountOverTheRootPauses() throws {
        let place = try Workplace()
        try place.scratch.write("0\n", to: "data/a/file")
        let agent = try WrappedAgent(["unshare", "-m"], place)
        try expectSaved(place, agent, "first:")
        let zips = try place.zips()
        try agent.run("mount", "-t", "tmpfs", "none", place.data)
        try place.settle(agent.client, as: [.paused])
        #expect(try place.zips() == zips)
        try agent.run("umount", place.data)
        try expectSaved(place, agent, "uncovered:")
        try agent.write("1\n", to: "a/file")
        try expectSaved(place, agent, "changed after it:")
        try agent.stop()
    }

    /// What is mounted in the tree hides what was there, and is not part of it unless that is configured.
    @Test(.timeLimit(.minutes(10))) func aMountBelowTheRootIsSeen() throws {
        let place = try Workplace()
        try place.scratch.write("hidden\n", to: "data/in/here/file")
        try place.scratch.write("elsewhere\n", to: "other/deep/file")
        let agent = try WrappedAgent(["unshare", "-m"], place)
        try expectSaved(place, agent, "first:")
        try agent.run("mount", "--bind", place.scratch.text + "/other", place.data + "/in/here")
        let isHidden = try poll { try place.did("ls", "latest:in/here").isEmpty }
        #expect(isHidden)
        try agent.run("umount", place.data + "/in/here")
        let isBack = try poll { try place.did("ls", "latest:in/here").contains("file") }
        #expect(isBack)
        try expectSaved(place, agent, "unmounted:")
        try agent.stop()
    }

    /// The store and the socket in the tree: a snapshot must not be a reason for the next one.
    @Test(.timeLimit(.minutes(10))) func ownFilesInTheTreeMakeNoLoop() throws {
        let place = try Workplace()
        try place.scratch.write("0\n", to: "data/file")
        try place.scratch.makeDirectories("data/mine")
        try place.scratch.makeDirectories("store")
        try place.scratch.descriptor.setMode(of: Array("store".utf8), 0o700)
        let agent = try WrappedAgent(
            ["unshare", "-m", "sh", "-c", "mount --bind store data/mine && exec \"$@\"", "sh"],
            place)
        try place.settle(agent.client)
        for round in 1...3 {
            try place.scratch.writeAtOnce("\(round)\n", to: "data/file")
            try place.settle(agent.client)
        }
        let count = try place.zips().count
        #expect(count == 4)
        // A loop would make another one within the quiet time.
        let more = try poll(deadline: .seconds(1)) { try place.zips().count > count }
        #expect(!more)
        try agent.stop()
    }
}
