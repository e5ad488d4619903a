import LinuxSystem
import Restoring
import SnapshotModel
import TestSupport
import Testing

@Suite struct SelectionTests {
    let target: ScratchDirectory
    var snapshot = MemorySnapshot()

    init() throws {
        target = try ScratchDirectory()
        snapshot.add("top", content: "top")
        snapshot.add("a", kind: .directory)
        snapshot.add("b", kind: .directory, to: "a")
        snapshot.add("file", content: "wanted", to: "a/b")
        snapshot.add("other", content: "other", to: "a/b")
        snapshot.add("beside", content: "beside", to: "a")
        snapshot.update("a") { $0.mode = 0o751 }
    }

    private func request(
        _ paths: [String], to directory: String? = nil, flatten: Bool = false,
        delete: Bool = false
    ) -> RestoreRequest {
        RestoreRequest(
            paths: paths.map { BytePath($0) },
            destination: directory.map {
                .directory(target.path.appending(Array($0.utf8)), flattenSingle: flatten)
            } ?? .inPlace(root: target.path), delete: delete)
    }

    @Test func aPathKeepsItsPlaceBelowTheTarget() throws {
        try restore(snapshot, request(["a/b/file"], to: "out"))
        #expect(try target.names(in: "out") == ["a"])
        #expect(try target.names(in: "out/a/b") == ["file"])
        #expect(try target.status("out/a").mode == 0o751)
        #expect(try target.text(of: "out/a/b/file") == "wanted")
    }

    @Test func aThingByItselfGoesIntoTheTarget() throws {
        try restore(snapshot, request(["a/b/file"], to: "one", flatten: true))
        #expect(try target.names(in: "one") == ["file"])
        try restore(snapshot, request(["a/b"], to: "two", flatten: true))
        #expect(try target.names(in: "two") == ["b"])
        #expect(try target.names(in: "two/b") == ["file", "other"])
        try restore(snapshot, request([""], to: "three", flatten: true))
        #expect(try target.names(in: "three") == ["a", "top"])
    }

    @Test func directoriesOnTheWayAreLeftAlone() throws {
        try target.write("x", to: "a/b/mine")
        let directory = try target.descriptor.openBeneath(BytePath("a"), .readOnly)
        try directory.setMode(0o2770)
        let before = try target.status("a")
        let root = try target.descriptor.status()
        let summary = try restore(snapshot, request(["a/b/file"]))
        #expect(summary.created.files == 1)
        #expect(try target.status("a") == before)
        #expect(try target.descriptor.status() == root)
        #expect(try target.names(in: "a/b") == ["file", "mine"])
    }

    @Test func missingDirectoriesOnTheWayAreMade() throws {
        try restore(snapshot, request(["a/b/file"]))
        #expect(try target.status("a").mode == 0o751)
        #expect(try target.status("a/b").mode == 0o755)
        #expect(try target.status("a").modified == FileTime(seconds: 1_000_000))
        #expect(try target.names() == ["a"])
    }

    @Test func somethingElseOnTheWayIsNotReplaced() throws {
        try target.write("mine", to: "a")
        let summary = try restore(snapshot, request(["a/b/file"]))
        #expect(summary.failed.map(\.code) == [.inTheWay])
        #expect(try target.text(of: "a") == "mine")
    }

    @Test func deletionStaysInsideThePathsWanted() throws {
        for path in ["new", "a/new", "a/b/new"] { try target.write("x", to: path) }
        try restore(snapshot, request(["a/b"], delete: true))
        #expect(try target.names() == ["a", "new"])
        #expect(try target.names(in: "a") == ["b", "new"])
        #expect(try target.names(in: "a/b") == ["file", "other"])
    }

    @Test func onePathInsideAnotherIsRestoredOnce() throws {
        let plan = try RestorePlanner(contents: snapshot).plan(
            request(["a/b/file", "a", "/a//b/"]))
        #expect(plan.counts.create.files == 3)
        #expect(
            plan.items.map(\.path.display) == ["a", "a/b", "a/b/file", "a/b/other", "a/beside"])
    }

    @Test(arguments: ["nothing", "a/nothing", "top/below", "a/../top"])
    func aPathThatIsNotThereIsAnError(_ path: String) throws {
        let error = #expect(throws: UserError.self) {
            try RestorePlanner(contents: snapshot).plan(request([path]))
        }
        #expect(error?.code == .noPath)
        #expect(error?.message == "42 has no \(path)")
    }
}
