import LinuxSystem
import Restoring
import SnapshotModel
import TestSupport
import Testing

/// What may stand where something is restored.
enum Existing: String, CaseIterable {
    case nothing, file, readOnlyFile, newerFile, hardLink, symbolicLink, linkToDirectory
    case emptyDirectory, filledDirectory, fifo

    /// Makes it under the name `x`; `outside` is what links lead to.
    func make(in scratch: ScratchDirectory) throws {
        let root = try scratch.descriptor.duplicate()
        let name = Array("x".utf8)
        try scratch.write("outside", to: "outside/file")
        switch self {
        case .nothing: return
        case .file, .readOnlyFile, .newerFile:
            try scratch.write("a longer text that was here before", to: "x")
            if self == .readOnlyFile { try root.setMode(of: name, 0o400) }
        case .hardLink:
            let outside = try scratch.descriptor.openBeneath(BytePath("outside"), [.readOnly])
            try root.makeHardLink(from: outside, Array("file".utf8), to: name)
        case .symbolicLink: try root.makeLink(target: Array("outside/file".utf8), at: name)
        case .linkToDirectory: try root.makeLink(target: Array("outside".utf8), at: name)
        case .emptyDirectory: try root.makeDirectory(name)
        case .filledDirectory: try scratch.write("in the way", to: "x/inner/file")
        case .fifo: try root.makeNode(name, kind: .fifo, mode: 0o600)
        }
        guard self != .filledDirectory, self != .hardLink else { return }
        let age: Int64 = self == .newerFile ? 1 << 33 : 5
        try root.setTimes(of: name, modified: FileTime(seconds: age))
    }
}

@Suite struct ReplacementMatrixTests {
    let target: ScratchDirectory
    var snapshot = MemorySnapshot()

    init() throws {
        target = try ScratchDirectory()
    }

    private func request(
        delete: Bool = false, keepNewer: Bool = false
    ) -> RestoreRequest {
        RestoreRequest(
            paths: [BytePath("x")], destination: .inPlace(root: target.path), delete: delete,
            keepNewer: keepNewer)
    }

    private mutating func store(_ kind: EntryKind) {
        snapshot.add("x", kind: kind, content: kind == .file ? "from the snapshot" : "away")
        if kind == .directory { snapshot.add("y", content: "below", to: "x") }
    }

    private func expectStored(_ kind: EntryKind, _ what: Comment) throws {
        #expect(try target.status("x").kind == kind, what)
        switch kind {
        case .file: #expect(try target.text(of: "x") == "from the snapshot", what)
        case .directory: #expect(try target.text(of: "x/y") == "below", what)
        case .link:
            #expect(try target.descriptor.readLink(Array("x".utf8)) == Array("away".utf8), what)
        default: break
        }
        #expect(try target.status("x").modified == FileTime(seconds: 1_000_000), what)
        #expect(try target.names() == ["outside", "x"], what)
        #expect(try target.names(in: "outside") == ["file"], what)
        #expect(try target.text(of: "outside/file") == "outside", what)
    }

    @Test(arguments: Existing.allCases, [EntryKind.file, .directory, .link, .fifo, .socket])
    func everythingReplacesEverything(_ existing: Existing, _ kind: EntryKind) throws {
        var test = self
        try existing.make(in: target)
        test.store(kind)
        let plan = try RestorePlanner(contents: test.snapshot).plan(request(delete: true))
        let summary = try Restorer(contents: test.snapshot).apply(plan)
        let what: Comment = "\(existing) by \(kind)"
        #expect(summary.groups == [], what)
        #expect(plan.problems == [], what)
        if existing == .filledDirectory, kind == .directory {
            #expect(plan.counts.delete.files == 1, what)
        }
        try test.expectStored(kind, what)
        #expect(try RestorePlanner(contents: test.snapshot).plan(request()).changesNothing, what)
    }

    @Test(arguments: [EntryKind.file, .link, .fifo])
    func aFilledDirectoryStaysWithoutDelete(_ kind: EntryKind) throws {
        var test = self
        try Existing.filledDirectory.make(in: target)
        test.store(kind)
        let summary = try restore(test.snapshot, request())
        #expect(summary.failed.map(\.code) == [.inTheWay])
        #expect(try target.text(of: "x/inner/file") == "in the way")
        #expect(try target.names() == ["outside", "x"])
    }

    @Test func newerFilesAreSetApartAndKeptOnRequest() throws {
        var test = self
        try Existing.newerFile.make(in: target)
        test.store(.file)
        let planner = RestorePlanner(contents: test.snapshot)
        let plan = try planner.plan(request())
        #expect(plan.counts.overwriteNewer == RestoreTally(files: 1, bytes: 17))
        #expect(plan.counts.overwrite.files == 0)
        #expect(plan.newer.map(\.path) == [BytePath("x")])
        #expect(plan.replacesSomething)
        let keeping = try planner.plan(request(keepNewer: true))
        #expect(keeping.counts.keptNewer.files == 1)
        #expect(!keeping.replacesSomething)
        try Restorer(contents: test.snapshot).apply(keeping)
        #expect(try target.text(of: "x") == "a longer text that was here before")
    }

    @Test func aNewerFileKeptInTheWayOfADirectoryHidesWhatIsBelow() throws {
        var test = self
        try Existing.newerFile.make(in: target)
        test.store(.directory)
        let summary = try restore(test.snapshot, request(keepNewer: true))
        #expect(summary.failed == [])
        #expect(try target.status("x").kind == .file)
    }

    @Test func aNewerDirectoryThatIsKeptKeepsWhatItHolds() throws {
        var test = self
        try Existing.filledDirectory.make(in: target)
        try target.descriptor.setTimes(of: Array("x".utf8), modified: FileTime(seconds: 1 << 33))
        test.store(.file)
        let request = request(delete: true, keepNewer: true)
        let plan = try RestorePlanner(contents: test.snapshot).plan(request)
        #expect(plan.deletions == [])
        #expect(plan.counts.delete.files == 0)
        let summary = try Restorer(contents: test.snapshot).apply(plan)
        #expect(summary.failed == [])
        #expect(try target.text(of: "x/inner/file") == "in the way")
    }

    @Test func equalContentOfAnotherTimeIsNotWrittenAgain() throws {
        var test = self
        test.store(.file)
        try target.write("from the snapshot", to: "x")
        let before = try target.status("x").inode
        let plan = try RestorePlanner(contents: test.snapshot).plan(request())
        #expect(plan.counts.adjust.files == 1)
        #expect(plan.counts.overwrite.files == 0)
        #expect(plan.needs == 0)
        #expect(!plan.changesNothing)
        let summary = try Restorer(contents: test.snapshot).apply(plan)
        #expect(summary.adjusted.files == 1)
        #expect(try target.status("x").inode == before)
        #expect(try target.status("x").modified == FileTime(seconds: 1_000_000))
        #expect(try RestorePlanner(contents: test.snapshot).plan(request()).changesNothing)
    }

    @Test func withoutAnExchangeDirectoriesStillTakePlaces() throws {
        var test = self
        try Existing.file.make(in: target)
        test.store(.directory)
        let summary = try SyscallFaults.refusing("renameat2", with: .invalid, times: 1) {
            try restore(test.snapshot, request())
        }
        #expect(summary.groups == [])
        try test.expectStored(.directory, "no exchange")
    }
}
