import LinuxSystem
import Restoring
import SnapshotModel
import TestSupport
import Testing

@Suite struct DeletionTests {
    let target: ScratchDirectory
    var snapshot = MemorySnapshot()

    init() throws {
        target = try ScratchDirectory()
        snapshot.add("keep", content: "kept")
        snapshot.add("dir", kind: .directory)
        snapshot.add("inner", content: "inner", to: "dir")
    }

    private func request(delete: Bool = true, excludes: IgnoreRules = IgnoreRules())
        -> RestoreRequest
    {
        RestoreRequest(
            destination: .inPlace(root: target.path), delete: delete, excludes: excludes)
    }

    @Test func onlyWhatTheSnapshotDoesNotHaveGoes() throws {
        for path in ["keep", "new", "dir/new", "fresh/a", "fresh/b/c"] {
            try target.write("x", to: path)
        }
        try target.makeDirectories("hollow")
        let plan = try RestorePlanner(contents: snapshot).plan(request())
        #expect(plan.counts.delete == RestoreTally(files: 4, bytes: 4))
        #expect(
            plan.deletions.map(\.path.display) == [
                "fresh/b/c", "fresh/b", "fresh/a", "fresh", "hollow", "new", "dir/new",
            ])
        let summary = try Restorer(contents: snapshot).apply(plan)
        #expect(summary.deleted.files == 4)
        #expect(try target.names() == ["dir", "keep"])
        #expect(try target.names(in: "dir") == ["inner"])
    }

    @Test func withoutDeleteExtrasStayAndAreCounted() throws {
        for path in ["new", "fresh/a", "fresh/b/c"] { try target.write("xy", to: path) }
        let plan = try RestorePlanner(contents: snapshot).plan(request(delete: false))
        #expect(plan.extras == RestoreTally(files: 3, bytes: 6))
        #expect(plan.deletions == [])
        try Restorer(contents: snapshot).apply(plan)
        #expect(try target.names() == ["dir", "fresh", "keep", "new"])
    }

    @Test func whatWasOrIsExcludedStays() throws {
        var test = self
        test.snapshot.record.excludes = ["*.tmp"]
        test.snapshot.add(".snapagentignore", content: "/cache/\n", to: "dir")
        for path in ["a.tmp", "fresh/b.tmp", "fresh/c", "dir/cache/x", "now.log", "gone"] {
            try target.write("x", to: path)
        }
        try target.write("own\n", to: "nested/.snapagentignore")
        try target.write("x", to: "nested/own")
        let summary = try restore(
            test.snapshot, request(excludes: IgnoreRules(patterns: ["*.log"])))
        #expect(summary.groups == [])
        #expect(try target.names() == ["a.tmp", "dir", "fresh", "keep", "nested", "now.log"])
        #expect(try target.names(in: "fresh") == ["b.tmp"])
        #expect(try target.names(in: "dir/cache") == ["x"])
        #expect(try target.names(in: "nested") == ["own"])
    }

    @Test func anIgnoreFileThatCannotBeReadHidesAll() throws {
        var test = self
        test.snapshot.add(".snapagentignore", content: "*.o\n", to: "dir")
        for digest in test.snapshot.contents.keys { test.snapshot.damaged.insert(digest) }
        try target.write("x", to: "dir/new")
        let plan = try RestorePlanner(contents: test.snapshot).plan(request())
        #expect(plan.deletions == [])
    }

    @Test func whatTheSnapshotDoesNotKnowStays() throws {
        var test = self
        test.snapshot.update("dir") { $0.missing = .unlisted }
        test.snapshot.directories[BytePath("dir")] = []
        test.snapshot.add("cache", kind: .directory)
        test.snapshot.add("CACHEDIR.TAG", content: "tag", to: "cache")
        test.snapshot.add("broken", kind: .directory)
        test.snapshot.directories[BytePath("broken")] = nil
        test.snapshot.add("large")
        test.snapshot.update("large") {
            $0.missing = .tooLarge
            $0.content = nil
        }
        for path in ["dir/x", "cache/x", "broken/x", "large"] { try target.write("x", to: path) }
        let summary = try restore(test.snapshot, request())
        #expect(summary.deleted.files == 0)
        for path in ["dir/x", "cache/x", "broken/x", "large"] { #expect(target.exists(path)) }
        #expect(
            summary.failed.map(\.code) == [.notInSnapshot, .damaged, .notInSnapshot])
    }

    @Test func aDirectoryWithExcludedFilesIsNotReplacedByAFile() throws {
        var test = self
        test.snapshot.record.excludes = ["*.tmp"]
        test.snapshot.add("x", content: "file")
        for path in ["x/a", "x/b.tmp"] { try target.write("x", to: path) }
        let summary = try restore(test.snapshot, request())
        #expect(summary.failed.map(\.message) == ["a directory with excluded files is there"])
        #expect(try target.names(in: "x") == ["a", "b.tmp"])
    }

    @Test func theStoreIsNeverTouched() throws {
        try target.write("zip", to: "store/1.zip")
        var test = self
        test.snapshot.add("store", content: "a file of that name")
        var request = request()
        request.forbidden = [try target.status("store").identity]
        var summary = try restore(test.snapshot, request)
        #expect(summary.failed.map(\.message) == ["the store is there"])
        summary = try restore(snapshot, request)
        #expect(summary.failed == [])
        #expect(try target.text(of: "store/1.zip") == "zip")
    }

    @Test func readOnlyDirectoriesAreOpenedAndClosedAgain() throws {
        try target.write("x", to: "dir/inner")
        try target.write("x", to: "dir/new")
        try target.write("x", to: "fresh/locked/file")
        for path in ["fresh/locked", "fresh", "dir"] {
            try target.descriptor.openBeneath(BytePath(path), .readOnly).setMode(0o555)
        }
        var test = self
        test.snapshot.update("dir") { $0.mode = 0o500 }
        let summary = try restore(test.snapshot, request())
        #expect(summary.groups == [])
        #expect(try target.names() == ["dir", "keep"])
        #expect(try target.status("dir").mode == 0o500)
        #expect(try target.status("dir").modified == FileTime(seconds: 1_000_000))
    }
}
