import LinuxSystem
import Restoring
import SnapshotModel
import TestSupport
import Testing

/// What the snapshot taken before a restore does not have is neither replaced nor removed.
@Suite struct SparingTests {
    let scratch: ScratchDirectory
    var snapshot = MemorySnapshot()

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func plan(delete: Bool = true) throws -> RestorePlan {
        try RestorePlanner(contents: snapshot).plan(
            RestoreRequest(destination: .inPlace(root: scratch.path), delete: delete))
    }

    private func put(_ paths: String...) throws {
        for path in paths { try scratch.write("live \(path)", to: path) }
    }

    @Test func whatIsSavedIsReplacedAndRemoved() throws {
        var test = self
        try put("a", "extra/deep", "extra/more", "d")
        try scratch.descriptor.makeLink(target: Array("a".utf8), at: Array("link".utf8))
        try scratch.descriptor.makeNode(
            Array("fifo".utf8), kind: .fifo, mode: 0o600)
        test.snapshot.add("a", content: "old")
        test.snapshot.add("d", kind: .directory)
        test.snapshot.add("x", content: "x", to: "d")
        var plan = try test.plan()
        let whole = plan
        try plan.spareUnsaved(in: try MemorySnapshot(of: scratch))
        #expect(plan.problems == [])
        #expect(plan.counts == whole.counts)
        #expect(plan.items == whole.items)
        #expect(plan.deletions == whole.deletions)
    }

    @Test func everyReasonIsSaid() throws {
        var test = self
        try put("large", "secret", "torn", "ignored", "grown", "good", "gone.iso")
        for name in ["large", "secret", "torn", "ignored", "grown", "good"] {
            test.snapshot.add(name, content: "old")
        }
        var plan = try test.plan()
        var safety = try MemorySnapshot(of: scratch)
        let reasons: [(String, MissingReason)] = [
            ("large", .tooLarge), ("secret", .unreadable), ("gone.iso", .tooLarge),
        ]
        for (name, reason) in reasons {
            safety.update(name) {
                $0.missing = reason
                $0.content = nil
            }
        }
        safety.update("torn") { $0.missing = .torn }
        safety.update("grown") { $0.size += 1 }
        safety.directories[.root]?.removeAll { $0.name == Array("ignored".utf8) }
        try plan.spareUnsaved(in: safety)
        #expect(plan.problems.allSatisfy { $0.code == .inTheWay })
        #expect(
            plan.problems.map { "\($0.path.display): \($0.message)" } == [
                "gone.iso: over max_file_size, so no snapshot has it: move it away first",
                "grown: changed meanwhile",
                "ignored: ignored, so no snapshot has it: move it away first",
                "large: over max_file_size, so no snapshot has it: move it away first",
                "secret: the agent cannot read it, so no snapshot has it: move it away first",
                "torn: changing all the time, so no snapshot has it whole",
            ])
        #expect(plan.counts.overwrite.files + plan.counts.overwriteNewer.files == 1)
        #expect(plan.counts.delete.files == 0)
        let summary = try Restorer(contents: test.snapshot).apply(plan)
        #expect(summary.failed.count == 6)
        for name in ["large", "secret", "torn", "ignored", "grown", "gone.iso"] {
            #expect(try scratch.text(of: name) == "live \(name)")
        }
        #expect(try scratch.text(of: "good") == "old")
    }

    @Test func aDirectoryGoesOnlyWithAllThatItHolds() throws {
        try put("extra/saved", "extra/deep/unsaved", "other/saved")
        try put("cache/CACHEDIR.TAG", "cache/thing")
        var plan = try plan()
        var safety = try MemorySnapshot(of: scratch)
        safety.directories[BytePath("extra/deep")] = []
        safety.directories[BytePath("cache")]?.removeAll { $0.name == Array("thing".utf8) }
        try plan.spareUnsaved(in: safety)
        #expect(plan.problems.map(\.path.display) == ["cache/thing", "extra/deep/unsaved"])
        try Restorer(contents: snapshot).apply(plan)
        #expect(try scratch.names() == ["cache", "extra"])
        #expect(try scratch.names(in: "cache") == ["CACHEDIR.TAG", "thing"])
        #expect(try scratch.names(in: "extra") == ["deep"])
        #expect(try scratch.text(of: "extra/deep/unsaved") == "live extra/deep/unsaved")
    }

    @Test func aWholeDirectoryThatIsIgnoredStays() throws {
        try put("ignored/deep/file")
        try scratch.makeDirectories("hollow")
        var plan = try plan()
        try plan.spareUnsaved(in: MemorySnapshot())
        #expect(plan.problems.map(\.path.display) == ["hollow", "ignored/deep/file"])
        #expect(plan.deletions == [])
        #expect(plan.counts.delete == RestoreTally())
    }

    @Test func nothingComesIntoADirectoryThatCannotBe() throws {
        var test = self
        try put("d")
        test.snapshot.add("d", kind: .directory)
        test.snapshot.add("deep", kind: .directory, to: "d")
        test.snapshot.add("x", content: "x", to: "d/deep")
        var plan = try test.plan()
        try plan.spareUnsaved(in: MemorySnapshot())
        #expect(plan.items == [])
        #expect(plan.counts == RestoreCounts())
        #expect(plan.needs == 0)
        let summary = try Restorer(contents: test.snapshot).apply(plan)
        #expect(summary.failed.map(\.path.display) == ["d"])
        #expect(try scratch.text(of: "d") == "live d")
    }

    @Test func aDirectoryInTheWayStaysWhole() throws {
        var test = self
        try put("x/saved", "x/unsaved", "gone")
        test.snapshot.add("x", content: "a file")
        var plan = try test.plan()
        var safety = try MemorySnapshot(of: scratch)
        safety.directories[BytePath("x")]?.removeAll { $0.name == Array("unsaved".utf8) }
        try plan.spareUnsaved(in: safety)
        let summary = try Restorer(contents: test.snapshot).apply(plan)
        #expect(Set(summary.failed.map(\.path.display)) == ["x", "x/unsaved"])
        #expect(try scratch.names() == ["x"])
        #expect(try scratch.names(in: "x") == ["saved", "unsaved"])
    }

    /// What is only parted from a hard link is in the snapshot that is restored.
    @Test func whatIsWrittenWithTheBytesThatItHasNeedsNoSnapshot() throws {
        var test = self
        try scratch.write("same", to: "a")
        try scratch.descriptor.makeHardLink(
            from: scratch.descriptor, Array("a".utf8), to: Array("b".utf8))
        for name in ["a", "b"] { test.snapshot.add(name, content: "same") }
        var plan = try test.plan()
        #expect(plan.counts.overwrite.files == 1)
        try plan.spareUnsaved(in: MemorySnapshot())
        #expect(plan.problems == [])
        #expect(plan.counts.overwrite.files == 1)
    }
}
