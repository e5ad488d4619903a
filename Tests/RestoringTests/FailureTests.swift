import LinuxSystem
import Restoring
import SnapshotModel
import TestSupport
import Testing

@Suite struct FailureTests {
    let scratch: ScratchDirectory
    var snapshot = MemorySnapshot()

    init() throws {
        scratch = try ScratchDirectory()
        snapshot.add("d", kind: .directory)
        for name in ["a", "b", "c"] { snapshot.add(name, content: "new \(name)", to: "d") }
        for name in ["a", "b", "c", "extra"] { try scratch.write("old \(name)", to: "d/\(name)") }
    }

    private var request: RestoreRequest {
        RestoreRequest(destination: .inPlace(root: scratch.path), delete: true)
    }

    private func plan() throws -> RestorePlan {
        try RestorePlanner(contents: snapshot).plan(request)
    }

    private func apply(_ plan: RestorePlan, _ progress: JobProgress = JobProgress()) throws
        -> RestoreSummary
    {
        try Restorer(contents: snapshot, workers: 1).apply(plan, progress: progress)
    }

    @Test func oneDamagedFileStopsNothingElse() throws {
        var test = self
        test.snapshot.damaged = try [
            #require(
                snapshot.directories[BytePath("d")]?.first { $0.name == Array("b".utf8) }?.content)
        ]
        let summary = try test.apply(plan())
        #expect(summary.failed.map(\.code) == [.damaged])
        #expect(summary.failed.map(\.path) == [BytePath("d/b")])
        #expect(summary.overwritten.files == 2)
        #expect(try scratch.text(of: "d/b") == "old b")
        #expect(try scratch.text(of: "d/c") == "new c")
        #expect(try scratch.names(in: "d") == ["a", "b", "c"])
    }

    @Test func aFullDiskStopsTheRestAndDeletesNothing() throws {
        let plan = try plan()
        let summary = try SyscallFaults.refusing("pwrite", with: .noSpace, after: 1) {
            try apply(plan)
        }
        #expect(summary.abandoned == "no space left on device")
        #expect(summary.failed.map(\.code) == [.noSpace])
        #expect(try scratch.names(in: "d") == ["a", "b", "c", "extra"])
        #expect(try scratch.text(of: "d/a") == "old a")
        #expect(try scratch.text(of: "d/b") == "old b")
    }

    @Test func renamesThatFailLeaveNoTemporaryFile() throws {
        let plan = try plan()
        let summary = try SyscallFaults.refusing("renameat", with: .accessDenied, times: 1) {
            try apply(plan)
        }
        #expect(summary.failed.map(\.code) == [.denied])
        #expect(summary.overwritten.files == 2)
        #expect(try scratch.names(in: "d") == ["a", "b", "c"])
    }

    @Test func whoMayNotGiveFilesAwayHasThemNow() throws {
        var test = self
        for name in ["a", "b"] {
            test.snapshot.update("d/\(name)") {
                $0.uid += 1
                $0.mode = 0o6755
            }
        }
        let plan = try RestorePlanner(contents: test.snapshot).plan(request)
        let summary = try SyscallFaults.refusing("fchown", with: .notPermitted) {
            try test.apply(plan)
        }
        let group = try #require(summary.groups.first)
        #expect(summary.groups.count == 1)
        #expect(group.code == .ownerNotSet)
        #expect(group.paths == [BytePath("d/a"), BytePath("d/b")])
        #expect(
            group.message == "owner not set, they are yours now: only root may give files away")
        #expect(summary.overwritten.files == 3)
        #expect(try scratch.text(of: "d/a") == "new a")
        // Nobody's setuid right becomes somebody else's.
        #expect(try scratch.status("d/a").mode == 0o755)
    }

    @Test func attributesThatCannotBeSetAreGrouped() throws {
        var test = self
        let attribute = ExtendedAttribute(name: Array("user.x".utf8), value: [1])
        for name in ["a", "b"] { test.snapshot.update("d/\(name)") { $0.attributes = [attribute] } }
        let summary = try SyscallFaults.refusing("fsetxattr", with: .notSupported) {
            try test.apply(try RestorePlanner(contents: test.snapshot).plan(request))
        }
        #expect(summary.groups.map(\.code) == [.attributeNotSet])
        #expect(summary.groups.first?.paths.count == 2)
        #expect(summary.overwritten.files == 3)
    }

    @Test func cancellingLeavesNothingHalf() throws {
        var test = self
        let progress = JobProgress()
        test.snapshot.onRead = { progress.cancel() }
        let summary = try test.apply(plan(), progress)
        #expect(summary.isStopped)
        #expect(summary.changedFiles == 0)
        #expect(try scratch.names(in: "d") == ["a", "b", "c", "extra"])
        #expect(try scratch.text(of: "d/a") == "old a")
    }

    @Test func cancellingANewDirectoryLeavesNone() throws {
        var test = self
        let progress = JobProgress()
        test.snapshot.onRead = { progress.cancel() }
        let out = RestoreRequest(
            destination: .directory(scratch.path.appending(Array("o".utf8)), flattenSingle: false))
        let plan = try RestorePlanner(contents: test.snapshot).plan(out)
        let summary = try test.apply(plan, progress)
        #expect(summary.isStopped)
        #expect(summary.changedFiles == 0)
        #expect(try scratch.names() == ["d"])
    }

    @Test func leftoversOfAKilledRestoreAreRemoved() throws {
        let dead = ".snapagent-tmp-2147483647-aaaaaaaaaaaa-"
        let alive = ".snapagent-tmp-1-aaaaaaaaaaaa-7"
        try scratch.write("half", to: "d/\(dead)1")
        try scratch.write("busy", to: "d/\(alive)")
        try scratch.write("half", to: "\(dead)2/deep/file")
        let summary = try apply(plan())
        #expect(summary.groups == [])
        #expect(try scratch.names(in: "d") == [alive, "a", "b", "c"])
        let out = RestoreRequest(
            destination: .directory(scratch.path.appending(Array("o".utf8)), flattenSingle: false))
        try restore(snapshot, out)
        #expect(try scratch.names() == ["d", "o"])
    }

    @Test func leftoversThatAScanFindsAreRemovedOnRequest() throws {
        let dead = ".snapagent-tmp-2147483647-aaaaaaaaaaaa-1"
        try scratch.write("half", to: "d/\(dead)")
        try scratch.write("half", to: "\(dead)/inner/file")
        let paths = ["d/\(dead)", dead, "d/.snapagent-tmp-1-aaaaaaaaaaaa-1", "d/a"].map {
            BytePath($0)
        }
        try scratch.write("busy", to: "d/.snapagent-tmp-1-aaaaaaaaaaaa-1")
        let removed = RestoreLeftovers.remove(paths, below: scratch.descriptor)
        #expect(removed == [BytePath("d/\(dead)"), BytePath(dead)])
        #expect(try scratch.names() == ["d"])
        #expect(
            try scratch.names(in: "d") == [
                ".snapagent-tmp-1-aaaaaaaaaaaa-1", "a", "b", "c", "extra",
            ])
    }

    @Test func aHoleThatIsNoneIsWrittenAllTheSame() throws {
        var test = self
        test.snapshot.update("d/a") { $0.dataRanges = [DataRange(offset: 5, count: 1 << 20)] }
        test.snapshot.update("d/b") { $0.dataRanges = [] }
        _ = try test.apply(try RestorePlanner(contents: test.snapshot).plan(request))
        #expect(try scratch.text(of: "d/a") == "new a")
        #expect(try scratch.text(of: "d/b") == "new b")
    }

    @Test func progressEndsWhereItSaid() throws {
        let progress = JobProgress()
        _ = try apply(plan(), progress)
        let end = progress.snapshot()
        #expect(end.phase == "finishing")
        #expect(end.files == end.filesTotal)
    }

    @Test func tornFilesAreRestoredAndSaidSo() throws {
        var test = self
        test.snapshot.update("d/a") { $0.missing = .torn }
        let summary = try test.apply(try RestorePlanner(contents: test.snapshot).plan(request))
        #expect(try scratch.text(of: "d/a") == "new a")
        #expect(summary.notApplied.count == 1)
        #expect(summary.failed == [])
    }
}
