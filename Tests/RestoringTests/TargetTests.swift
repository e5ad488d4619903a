import LinuxSystem
import Restoring
import SnapshotModel
import TestSupport
import Testing

@Suite struct TargetTests {
    let scratch: ScratchDirectory
    var snapshot = MemorySnapshot()

    init() throws {
        scratch = try ScratchDirectory()
        snapshot.add("file", content: "content")
    }

    private func request(_ path: String, delete: Bool = false) -> RestoreRequest {
        RestoreRequest(
            destination: .directory(
                scratch.path.appending(BytePath(path)), flattenSingle: false), delete: delete)
    }

    private func refusal(of request: RestoreRequest) -> ErrorCode? {
        let error = #expect(throws: UserError.self) {
            try RestorePlanner(contents: snapshot).plan(request)
        }
        return error?.code
    }

    @Test func theStoreIsNoTarget() throws {
        try scratch.makeDirectories("store/inner")
        try scratch.descriptor.makeLink(target: Array("store".utf8), at: Array("link".utf8))
        let store = try scratch.status("store").identity
        for path in ["store", "store/new/deep", "store/inner", "link", "link/inner/new"] {
            var request = request(path)
            request.forbidden = [store]
            #expect(refusal(of: request) == .targetInStore, "\(path)")
        }
        #expect(try scratch.names(in: "store") == ["inner"])
    }

    @Test func deletingElsewhereNeedsADirectoryWithoutOtherFiles() throws {
        try scratch.write("mine", to: "out/mine")
        #expect(refusal(of: request("out", delete: true)) == .targetNotEmpty)
        #expect(try scratch.names(in: "out") == ["mine"])
        try restore(snapshot, request("new", delete: true))
        #expect(
            try RestorePlanner(contents: snapshot).plan(request("new", delete: true))
                .changesNothing)
    }

    @Test func aFileIsNoTarget() throws {
        try scratch.write("x", to: "file")
        #expect(refusal(of: request("file")) == .noDirectory)
        let gone = RestoreRequest(
            destination: .inPlace(root: scratch.path.appending(Array("gone".utf8))))
        #expect(refusal(of: gone) == .noDirectory)
    }

    @Test func aLinkToAnEmptyDirectoryStaysALink() throws {
        try scratch.makeDirectories("real")
        try scratch.descriptor.makeLink(target: Array("real".utf8), at: Array("link".utf8))
        let summary = try restore(snapshot, request("link"))
        #expect(summary.isComplete)
        #expect(try scratch.status("link").kind == .link)
        #expect(try scratch.text(of: "real/file") == "content")
    }

    @Test func aPartFillsAnEmptyDirectoryThatStaysWhatItIs() throws {
        try scratch.makeDirectories("out")
        try scratch.descriptor.setMode(of: Array("out".utf8), 0o710)
        let attribute = ExtendedAttribute(name: Array("user.mine".utf8), value: [1])
        try scratch.descriptor.setAttribute(attribute, of: Array("out".utf8))
        let before = try scratch.status("out")
        var request = request("out")
        request.paths = [BytePath("file")]
        let summary = try restore(snapshot, request)
        #expect(summary.isComplete)
        #expect(try scratch.text(of: "out/file") == "content")
        #expect(try scratch.names(in: "out") == ["file"])
        let after = try scratch.status("out")
        #expect(after.inode == before.inode)
        #expect(after.mode == 0o710)
        #expect(
            try scratch.descriptor.attributes(of: Array("out".utf8)).contains(attribute))
    }

    @Test func tooLittleRoomIsFoundBeforeAnythingChanges() throws {
        var test = self
        test.snapshot.update("file") { $0.size = 1 << 60 }
        let plan = try RestorePlanner(contents: test.snapshot).plan(request("out"))
        let error = #expect(throws: UserError.self) {
            try Restorer(contents: test.snapshot).apply(plan)
        }
        #expect(error?.code == .noSpace)
        #expect(!scratch.exists("out"))
    }

    @Test func holesTakeNoRoom() throws {
        var test = self
        test.snapshot.update("file") {
            $0.size = 1 << 60
            $0.dataRanges = [DataRange(offset: 0, count: 10)]
        }
        let plan = try RestorePlanner(contents: test.snapshot).plan(request("out"))
        #expect(plan.needs == 4096)
    }

    @Test func hostileNamesAreLeftOutAndTheRestIsRestored() throws {
        var test = self
        for name in ["..", ".", "", "a/b", "/etc", "nul\0byte", String(repeating: "n", count: 256)]
        {
            test.snapshot.add(name, content: "evil")
        }
        test.snapshot.add("twice", content: "1")
        test.snapshot.add("twice", content: "2")
        let summary = try restore(test.snapshot, request("deep/out"))
        #expect(summary.failed.count == 8)
        #expect(summary.failed.allSatisfy { $0.code == .unsafeEntry })
        #expect(try scratch.names() == ["deep"])
        #expect(try scratch.names(in: "deep") == ["out"])
        #expect(try scratch.names(in: "deep/out") == ["file", "twice"])
    }

    @Test func aLinkPutOnTheWayMeanwhileLeadsNowhere() throws {
        var test = self
        test.snapshot.add("d", kind: .directory)
        test.snapshot.add("victim", content: "evil", to: "d")
        try scratch.write("safe", to: "outside/victim")
        try scratch.write("old", to: "out/d/victim")
        let plan = try RestorePlanner(contents: test.snapshot).plan(request("out"))
        let out = try scratch.descriptor.openBeneath(BytePath("out"), .readOnly)
        try out.rename(Array("d".utf8), to: out, Array("moved".utf8), replacing: false)
        try out.makeLink(target: Array("../outside".utf8), at: Array("d".utf8))
        let summary = try Restorer(contents: test.snapshot).apply(plan)
        #expect(!summary.failed.isEmpty)
        #expect(try scratch.text(of: "outside/victim") == "safe")
        #expect(try scratch.names(in: "outside") == ["victim"])
        #expect(try scratch.text(of: "out/file") == "content")
    }
}
