import Foundation
import TestSupport
import Testing

/// Changes that are made where the agent's kernel does not look, or sends no events.
@Suite(.serialized) struct BehindTheKernelTests {
    private func append(_ text: String, to file: String) throws {
        let handle = try #require(FileHandle(forWritingAtPath: file))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    private func isSaved(_ text: String, _ file: String, _ agent: AgentFixture) throws -> Bool {
        try poll { try agent.snapctl("cat", "latest:\(file)").output == text }
    }

    /// What others change in what a FUSE file system shows sends no events: all of it is compared on a timer.
    @Test(.timeLimit(.minutes(10))) func aFUSEFileSystemIsScannedOnATimer() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("one\n", to: "origin/deep/file")
        try scratch.makeDirectories("data")
        // The server of the file system ends with the agent, which is the first process of its own namespace.
        let script =
            "(bindfs -f origin data >bindfs.log 2>&1 &) "
            + "&& until mountpoint -q data; do sleep 0.05; done"
        let agent = try AgentFixture(
            "scan_interval = \"1s\"", in: scratch,
            wrapper: ["unshare", "-p", "-f", "--kill-child", "--mount-proc"]
                + AgentFixture.mounting(script, in: scratch))
        // Each second there is a scan, which may make a snapshot.
        #expect(try agent.waitForStatus { $0.state == "degraded" })
        let status = try #require(try agent.status())
        #expect(status.uncovered.map(\.path) == [""])
        #expect(status.uncovered.first?.reason.contains("fuse") == true)
        #expect(status.uncovered.first?.scannedEvery == 1)
        let shown = try agent.snapctl("status").output
        #expect(shown.contains("fuse sends no events for changes made elsewhere"), "\(shown)")
        #expect(agent.log.contains("fuse sends no events for changes made elsewhere"))
        try append("two\n", to: scratch.text + "/origin/deep/file")
        #expect(try isSaved("one\ntwo\n", "deep/file", agent), "\(agent.log)")
        try scratch.write("new\n", to: "origin/other/file")
        #expect(try isSaved("new\n", "other/file", agent), "\(agent.log)")
    }

    /// What is changed in the layers below is seen by no watch on what they show.
    @Test(.timeLimit(.minutes(10))) func theLayersOfAnOverlayAreScannedOnATimer() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("below\n", to: "lower/file")
        try scratch.makeDirectories("layers")
        try scratch.makeDirectories("data")
        let script =
            "mount -t tmpfs none layers && mkdir layers/up layers/work && echo above > layers/up/top"
            + " && mount -t overlay none data"
            + " -o lowerdir=lower,upperdir=layers/up,workdir=layers/work"
        let agent = try AgentFixture(
            "scan_interval = \"1s\"", in: scratch,
            wrapper: AgentFixture.mounting(script, in: scratch))
        // Most containers live on one: that is no reason to worry anybody.
        #expect(try agent.waitForStatus { $0.verdict == "ok" })
        #expect(agent.log.contains("overlayfs sends no events for changes made in its layers"))
        try append("more\n", to: scratch.text + "/lower/file")
        #expect(try isSaved("below\nmore\n", "file", agent), "\(agent.log)")
        try agent.runInItsMounts("echo more >> layers/up/top")
        #expect(try isSaved("above\nmore\n", "top", agent), "\(agent.log)")
        #expect(agent.stop() == .code(0))
    }

    /// Other file systems in the tree are saved if that is wished, and changes in them are seen.
    @Test(.timeLimit(.minutes(10)), arguments: [false, true])
    func fileSystemsInTheTreeAreEnteredIfWished(_ isWished: Bool) throws {
        let scratch = try ScratchDirectory()
        try scratch.makeDirectories("data/mounted")
        let script = "mount -t tmpfs none data/mounted && echo one > data/mounted/file"
        let agent = try AgentFixture(
            "one_file_system = \(!isWished)", in: scratch,
            wrapper: AgentFixture.mounting(script, in: scratch))
        #expect(try agent.snapctl("ls", "latest:mounted").output == (isWished ? "file\n" : ""))
        try agent.runInItsMounts("mkdir -p data/mounted/a/b && echo two > data/mounted/a/b/file")
        try scratch.write("", to: "data/outside")
        if isWished {
            #expect(try isSaved("two\n", "mounted/a/b/file", agent))
        } else {
            #expect(try poll { try agent.snapctl("ls", "latest").output.contains("outside") })
            #expect(try agent.snapctl("ls", "latest:mounted").output == "")
        }
        #expect(agent.stop() == .code(0))
    }

    /// The socket shown in the tree by a bind mount is neither saved nor a reason for snapshots.
    @Test(.timeLimit(.minutes(10))) func theSocketInTheTreeMakesNoLoop() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("", to: "data/here")
        let agent = try AgentFixture(
            "one_file_system = false", in: scratch,
            wrapper: AgentFixture.mounting("true", in: scratch))
        try agent.runInItsMounts("mount --bind socket data/here")
        #expect(try agent.snapctl("snapshot", "--full").status == 0)
        let count = try agent.list().count
        for _ in 0..<20 { #expect(try agent.snapctl("status").status == 0) }
        // A loop would make another one within the quiet time.
        #expect(try !poll(deadline: .seconds(1)) { try agent.list().count > count })
        #expect(try agent.snapctl("ls", "latest").output == "")
        #expect(agent.stop() == .code(0))
    }
}
