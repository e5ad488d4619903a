import LinuxSystem
import Restoring
import SnapshotModel
import TestSupport
import Testing

/// What changes after the plan was made is in no snapshot: it stays.
@Suite struct ChangedMeanwhileTests {
    let scratch: ScratchDirectory
    var snapshot = MemorySnapshot()

    init() throws {
        scratch = try ScratchDirectory()
        for name in ["a", "b", "fresh"] { snapshot.add(name, content: "from the snapshot") }
        for name in ["a", "b", "extra", "other"] { try scratch.write("old", to: name) }
    }

    private var request: RestoreRequest {
        RestoreRequest(destination: .inPlace(root: scratch.path), delete: true)
    }

    @Test func stays() throws {
        let plan = try RestorePlanner(contents: snapshot).plan(request)
        for name in ["a", "fresh", "extra"] { try scratch.write("edited", to: name) }
        let summary = try Restorer(contents: snapshot).apply(plan)
        #expect(summary.failed.map(\.code) == [.inTheWay, .inTheWay, .inTheWay])
        #expect(Set(summary.failed.map(\.path.display)) == ["a", "fresh", "extra"])
        #expect(summary.failed.count { $0.message == "changed meanwhile" } == 2)
        for name in ["a", "fresh", "extra"] { #expect(try scratch.text(of: name) == "edited") }
        #expect(try scratch.text(of: "b") == "from the snapshot")
        #expect(try scratch.names() == ["a", "b", "extra", "fresh"])
    }

    @Test func isNoticedByItsNewInodeAndByItsInodesTime() throws {
        let plan = try RestorePlanner(contents: snapshot).plan(request)
        let (first, second) = (try scratch.status("a"), try scratch.status("b"))
        try scratch.writeAtOnce("new", to: "a")
        try scratch.descriptor.setTimes(of: Array("a".utf8), modified: first.modified)
        // The clock of a file system may tick slower than this writes.
        let hasTicked = try poll(until: {
            try scratch.write("new", to: "b")
            try scratch.descriptor.setTimes(of: Array("b".utf8), modified: second.modified)
            return try scratch.status("b").changed != second.changed
        })
        #expect(hasTicked)
        let summary = try Restorer(contents: snapshot).apply(plan)
        #expect(summary.failed.map(\.message) == ["changed meanwhile", "changed meanwhile"])
        for name in ["a", "b"] { #expect(try scratch.text(of: name) == "new") }
    }

    @Test func whatIsGoneMeanwhileIsMade() throws {
        let plan = try RestorePlanner(contents: snapshot).plan(request)
        try scratch.descriptor.remove(Array("a".utf8))
        try scratch.descriptor.remove(Array("extra".utf8))
        let summary = try Restorer(contents: snapshot).apply(plan)
        #expect(summary.failed == [])
        #expect(try scratch.names() == ["a", "b", "fresh"])
    }

    /// What the restore itself does to an inode is no change by somebody else.
    @Test func namesOfOneInodeAreReplacedSetRightAndRemoved() throws {
        var test = self
        try scratch.write("from the snapshot", to: "b")
        for name in ["a", "extra", "other"] {
            try scratch.descriptor.remove(Array(name.utf8))
            try scratch.descriptor.makeHardLink(
                from: scratch.descriptor, Array("b".utf8), to: Array(name.utf8))
        }
        test.snapshot.directories[.root]?.removeAll { $0.name == Array("a".utf8) }
        test.snapshot.add("a", content: "abc")
        let summary = try restore(test.snapshot, request)
        #expect(summary.failed == [])
        #expect(try scratch.names() == ["a", "b", "fresh"])
        #expect(try scratch.text(of: "a") == "abc")
        #expect(try scratch.status("b").modified == FileTime(seconds: 1_000_000))
    }
}
