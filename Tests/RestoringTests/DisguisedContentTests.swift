import LinuxSystem
import Restoring
import SnapshotModel
import TestSupport
import Testing

/// Other bytes under the size and time that the snapshot knows.
@Suite struct DisguisedContentTests {
    let scratch: ScratchDirectory
    let snapshot: MemorySnapshot

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write("as it was", to: "tree/d/file")
        try scratch.write("untouched", to: "tree/d/other")
        try scratch.write("", to: "tree/empty")
        snapshot = try MemorySnapshot(of: scratch)
        let before = try scratch.status("tree/d/file")
        try scratch.write("XX it was", to: "tree/d/file")
        try scratch.descriptor.openBeneath(BytePath("tree/d"), [.readOnly, .directory])
            .setTimes(of: Array("file".utf8), modified: before.modified)
    }

    @Test(arguments: [false, true], [[], ["tree/d/file"]])
    func isPutBack(elsewhere: Bool, paths: [String]) throws {
        let request = RestoreRequest(
            paths: paths.map { BytePath($0) },
            destination: elsewhere
                ? .directory(scratch.path, flattenSingle: false) : .inPlace(root: scratch.path),
            delete: !elsewhere)
        let progress = JobProgress()
        let plan = try RestorePlanner(contents: snapshot).plan(request, progress: progress)
        #expect(plan.counts.overwrite == RestoreTally(files: 1, bytes: 9))
        #expect(plan.disguised == [BytePath("tree/d/file")])
        #expect(!plan.changesNothing)
        #expect(progress.snapshot().bytes == (paths.isEmpty ? 18 : 9))
        let other = try scratch.status("tree/d/other").inode
        try Restorer(contents: snapshot).apply(plan)
        #expect(try scratch.text(of: "tree/d/file") == "as it was")
        #expect(try scratch.status("tree/d/other").inode == other)
        #expect(try RestorePlanner(contents: snapshot).plan(request).changesNothing)
    }

    @Test func readingItCanBeCalledOff() throws {
        let progress = JobProgress()
        progress.cancel()
        let error = #expect(throws: UserError.self) {
            try RestorePlanner(contents: snapshot).plan(
                RestoreRequest(destination: .inPlace(root: scratch.path)), progress: progress)
        }
        #expect(error?.code == .interrupted)
    }

    /// A content that the snapshot lacks too is no difference that anybody could mend.
    @Test func whatTheSnapshotCouldNotReadIsLeftAlone() throws {
        var snapshot = snapshot
        snapshot.update("tree/d/other") {
            $0.content = nil
            $0.missing = .unreadable
        }
        let plan = try RestorePlanner(contents: snapshot).plan(
            RestoreRequest(
                paths: [BytePath("tree/d/other")], destination: .inPlace(root: scratch.path)))
        #expect(plan.changesNothing)
        #expect(plan.problems == [])
    }

    /// A holder of hard links that could not be put right gives its bytes to no other name.
    @Test func aHolderThatCouldNotBeWrittenIsNotLinked() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("as it was", to: "a")
        try scratch.descriptor.makeHardLink(
            from: scratch.descriptor, Array("a".utf8), to: Array("b".utf8))
        var snapshot = try MemorySnapshot(of: scratch)
        let time = try scratch.status("a").modified
        try scratch.write("XX it was", to: "a")
        try scratch.descriptor.setTimes(of: Array("a".utf8), modified: time)
        try scratch.descriptor.remove(Array("b".utf8), directory: false)
        snapshot.damaged = Set(snapshot.contents.keys)
        let summary = try restore(
            snapshot, RestoreRequest(destination: .inPlace(root: scratch.path)))
        #expect(summary.failed.map(\.code) == [.damaged, .damaged])
        #expect(!scratch.exists("b"))
    }
}
