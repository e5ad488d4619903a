import LinuxSystem
import Restoring
import SnapshotModel
import Synchronization
import TestSupport
import Testing

/// A directory takes the place of a file only when all that it holds is there.
@Suite struct HiddenDirectoryTests {
    let scratch: ScratchDirectory
    var snapshot = MemorySnapshot()

    init() throws {
        scratch = try ScratchDirectory()
        snapshot.add("d", kind: .directory)
        snapshot.add("inner", kind: .directory, to: "d")
        snapshot.add("first", content: "first", to: "d")
        snapshot.add("second", content: "second", to: "d/inner")
        try scratch.write("irreplaceable", to: "d")
    }

    private var request: RestoreRequest {
        RestoreRequest(destination: .inPlace(root: scratch.path))
    }

    private func expectAsItWas(_ summary: RestoreSummary) throws {
        #expect(summary.changedFiles == 0)
        #expect(try scratch.names() == ["d"])
        #expect(try scratch.text(of: "d") == "irreplaceable")
    }

    @Test func theFileStaysUntilAllIsWritten() throws {
        var test = self
        let path = scratch.path.appending(Array("d".utf8))
        let seen = SeenKinds()
        test.snapshot.onRead = { seen.look(at: path) }
        let summary = try restore(test.snapshot, request)
        #expect(summary.failed == [])
        #expect(seen.kinds == [.file, .file])
        #expect(summary.created.files == 2)
        #expect(try scratch.names() == ["d"])
        #expect(try scratch.text(of: "d/first") == "first")
        #expect(try scratch.text(of: "d/inner/second") == "second")
        for path in ["d", "d/inner"] {
            #expect(try scratch.status(path).mode == 0o755)
            #expect(try scratch.status(path).modified == FileTime(seconds: 1_000_000))
        }
    }

    @Test func aStopLeavesTheFile() throws {
        var test = self
        let progress = JobProgress()
        test.snapshot.onRead = { progress.cancel() }
        let summary = try restore(test.snapshot, request, progress: progress)
        #expect(summary.isStopped)
        try expectAsItWas(summary)
    }

    @Test func aFullDiskLeavesTheFile() throws {
        let plan = try RestorePlanner(contents: snapshot).plan(request)
        let summary = try SyscallFaults.refusing("pwrite", with: .noSpace, after: 1) {
            try Restorer(contents: snapshot, workers: 1).apply(plan)
        }
        #expect(summary.abandoned == "no space left on device")
        try expectAsItWas(summary)
    }

    @Test func aFileChangedMeanwhileStays() throws {
        let plan = try RestorePlanner(contents: snapshot).plan(request)
        try scratch.write("edited", to: "d")
        let summary = try Restorer(contents: snapshot).apply(plan)
        #expect(summary.failed.map(\.message) == ["changed meanwhile"])
        #expect(summary.created.files == 0)
        #expect(try scratch.names() == ["d"])
        #expect(try scratch.text(of: "d") == "edited")
    }

    @Test func hardLinksOutOfAndIntoItAreJoined() throws {
        var test = self
        let group = LinkGroup(device: 1, inode: 7, count: 3)
        test.snapshot.add("a", content: "linked")
        test.snapshot.add("b", content: "linked", to: "d/inner")
        test.snapshot.add("z", content: "linked")
        for path in ["a", "d/inner/b", "z"] { test.snapshot.update(path) { $0.linkGroup = group } }
        let summary = try restore(test.snapshot, request)
        #expect(summary.failed == [])
        #expect(summary.created.files == 5)
        let inode = try scratch.status("a").inode
        #expect(try scratch.status("d/inner/b").inode == inode)
        #expect(try scratch.status("z").inode == inode)
    }
}

/// What stood under a path at different moments.
private final class SeenKinds: Sendable {
    private let seen = Mutex<[EntryKind?]>([])

    var kinds: [EntryKind?] { seen.withLock { $0 } }

    func look(at path: BytePath) {
        let kind = try? FileDescriptor.status(of: path, following: false).kind
        seen.withLock { $0.append(kind) }
    }
}
