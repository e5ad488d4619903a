import LinuxSystem
import Restoring
import SnapshotModel
import TestSupport
import Testing

@Suite struct RestorePropertyTests {
    /// Whatever happens to a tree, restoring it in place with deletion brings it back exactly.
    @Test(arguments: 0..<4)
    func aChangedTreeComesBackAsItWas(_ round: Int) throws {
        var random = SeededGenerator()
        let scratch = try ScratchDirectory()
        var tree = RandomTree(scratch: scratch)
        for _ in 0..<150 { try tree.change(using: &random) }
        // Ignore files and cache tags protect what they hide, which is another test's matter.
        try remove([".snapagentignore", "CACHEDIR.TAG"], below: scratch)
        var snapshot = try MemorySnapshot(of: scratch)
        snapshot.record.created = FileTime(seconds: 0)
        let before = try scratch.picture()
        for _ in 0..<60 { try tree.change(using: &random) }
        try remove([".snapagentignore", "CACHEDIR.TAG"], below: scratch)

        let planner = RestorePlanner(contents: snapshot)
        let request = RestoreRequest(destination: .inPlace(root: scratch.path), delete: true)
        let plan = try planner.plan(request)
        let summary = try Restorer(contents: snapshot).apply(plan)
        #expect(summary.groups == [], "seed \(random.seed)")
        #expect(try scratch.picture() == before, "seed \(random.seed)")
        #expect(try planner.plan(request).changesNothing, "seed \(random.seed)")
        #expect(summary.created.files == plan.counts.create.files, "seed \(random.seed)")
        #expect(summary.deleted.files == plan.counts.delete.files, "seed \(random.seed)")
        #expect(
            summary.overwritten.files
                == plan.counts.overwrite.files + plan.counts.overwriteNewer.files,
            "seed \(random.seed)")
    }

    private func remove(_ names: [String], below scratch: ScratchDirectory) throws {
        for name in names {
            let result = try runProgram(
                ["find", ".", "-depth", "-name", name, "-exec", "rm", "-r", "{}", ";"],
                directory: scratch.text)
            #expect(result.status == 0, "\(result.errors)")
        }
    }
}
