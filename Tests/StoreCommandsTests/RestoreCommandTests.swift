import ControlProtocol
import LinuxSystem
import SnapshotArchive
import SnapshotModel
import SnapshotStore
import StoreCommands
import TestSupport
import Testing

/// `restore` on a real store.
@Suite struct RestoreCommandTests {
    private func fixture() throws -> CommandFixture {
        let fixture = try CommandFixture()
        try fixture.save(["a": "one", "d/b": "old", "42": "a file of that name"])
        try fixture.save(["a": "two", "d/b": "new"])
        return fixture
    }

    private func target(_ fixture: CommandFixture) -> BytePath {
        fixture.scratch.path.appending(Array("out".utf8))
    }

    @Test func aSnapshotGoesToANewDirectory() throws {
        let fixture = try fixture()
        let report = try fixture.commands().restore(["1"], to: target(fixture))
        #expect(report.snapshot == 1)
        #expect(report.done.create == Amount(files: 3, bytes: 25))
        #expect(report.failed == [])
        #expect(try fixture.scratch.read("out/a") == Array("one".utf8))
        #expect(try fixture.scratch.read("out/d/b") == Array("old".utf8))
    }

    @Test func aPathInAReferenceGivesTheThingItself() throws {
        let fixture = try fixture()
        let commands = try fixture.commands()
        _ = try commands.restore(["1:d/b"], to: target(fixture))
        #expect(try fixture.scratch.read("out/b") == Array("old".utf8))
        _ = try commands.restore(["1", "d/b"], to: target(fixture))
        #expect(try fixture.scratch.read("out/d/b") == Array("old".utf8))
    }

    @Test func aPreviewChangesNothingAndCountsWhatTheDeedDoes() throws {
        let fixture = try fixture()
        let commands = try fixture.commands()
        let preview = try commands.restore(["1", "a", "d"], dryRun: true)
        #expect(preview.dryRun)
        #expect(preview.plan.overwrite.files + preview.plan.overwriteNewer.files == 2)
        #expect(preview.done == RestoreAmounts())
        #expect(try fixture.scratch.read("data/a") == Array("two".utf8))
        let report = try commands.restore(["1", "a", "d"])
        #expect(report.plan == preview.plan)
        #expect(report.done.overwrite == preview.plan.overwrite)
        #expect(report.done.overwriteNewer == preview.plan.overwriteNewer)
        #expect(try fixture.scratch.read("data/a") == Array("one".utf8))
        #expect(try fixture.scratch.read("data/d/b") == Array("old".utf8))
    }

    @Test func withoutAReferenceItIsTheLastVersion() throws {
        let fixture = try fixture()
        try fixture.save(removing: ["a"])
        let commands = try fixture.commands()
        let report = try commands.restore(["a"])
        #expect(report.snapshot == 2)
        #expect(try fixture.scratch.read("data/a") == Array("two".utf8))
        let before = try commands.restore(["d/b@{before}"])
        #expect(before.snapshot == 1)
        #expect(try fixture.scratch.read("data/d/b") == Array("old".utf8))
    }

    @Test func aWordThatIsSnapshotAndFileIsNotGuessed() throws {
        let fixture = try CommandFixture()
        try fixture.save(["1": "file", "tax": "file"])
        try fixture.save(["1": "edited"])
        let commands = try fixture.commands()
        let error = failure { () throws(UserError) in try commands.restore(["1"], dryRun: true) }
        #expect(error?.code == .refOrPath)
        #expect(error?.message == "\"1\" is a snapshot and a file here")
        #expect(try commands.restore(["./1"], dryRun: true).snapshot == 2)
        #expect(try commands.restore(["1:1"], dryRun: true).snapshot == 1)
        #expect(try commands.restore(["tax"], dryRun: true).snapshot == 2)
        _ = try commands.label(
            LabelParameters(scope: commands.scope, reference: WireBytes("1"), text: "tax"))
        #expect(
            failure { () throws(UserError) in try commands.restore(["tax"], dryRun: true) }?.code
                == .refOrPath)
    }

    @Test func whatIsNotThereIsSaidBeforeAnythingChanges() throws {
        let fixture = try fixture()
        let commands = try fixture.commands()
        func error(_ operands: [String]) -> UserError? {
            failure { () throws(UserError) in try commands.restore(operands) }
        }
        #expect(error([])?.code == .missingOperand)
        #expect(error(["9"])?.code == .noSnapshot)
        #expect(error(["1", "a", "nothing"])?.code == .noPath)
        #expect(error(["nothing"])?.message == "no snapshot of documents has nothing")
        #expect(error(["1", "../x"])?.code == .noPath)
        #expect(try fixture.scratch.read("data/a") == Array("two".utf8))
    }

    @Test func theStoreIsNoTarget() throws {
        let fixture = try fixture()
        let commands = try fixture.commands()
        for target in [fixture.store.path, fixture.store.path.appending(Array("x".utf8))] {
            let error = failure { () throws(UserError) in
                try commands.restore(["1"], to: target)
            }
            #expect(error?.code == .targetInStore)
            #expect(error?.exit == .refused)
        }
    }

    @Test func aNewerFileIsToldApartAndCanBeKept() throws {
        let fixture = try fixture()
        let directory = try fixture.scratch.descriptor.openBeneath(BytePath("data"), [.directory])
        try directory.setTimes(
            of: Array("a".utf8), modified: FileTime(seconds: fixture.clock.now.seconds))
        let commands = try fixture.commands()
        let preview = try commands.restore(["1", "a"], dryRun: true)
        #expect(preview.plan.overwriteNewer.files == 1)
        #expect(preview.newer.map(\.path) == ["a"])
        let kept = try commands.restore(["1", "a"], keepNewer: true)
        #expect(kept.done.overwriteNewer.files == 0)
        #expect(kept.plan.keptNewer.files == 1)
        #expect(try fixture.scratch.read("data/a") == Array("two".utf8))
    }

    @Test func whatOnlyTouchesModesAndDirectoriesIsSomethingToDo() throws {
        let fixture = try CommandFixture()
        try fixture.scratch.makeDirectories("data/empty/deep")
        try fixture.save(["a": "one"])
        let directory = try fixture.scratch.descriptor.openBeneath(BytePath("data"), [.directory])
        let commands = try fixture.commands()
        let nothing = try commands.restore(["1"], dryRun: true)
        #expect(nothing.plan.same.files == 1)
        #expect(nothing.plan.adjust.files + nothing.directories == 0)
        try directory.setMode(of: Array("a".utf8), 0o600)
        #expect(try commands.restore(["1", "a"], dryRun: true).plan.adjust.files == 1)
        #expect(try commands.restore(["1", "a"]).done.adjust.files == 1)
        #expect(try directory.status(of: Array("a".utf8)).mode == 0o644)
        let inner = try directory.open(Array("empty".utf8), [.readOnly, .directory])
        try inner.remove(Array("deep".utf8), directory: true)
        #expect(try commands.restore(["1"], dryRun: true).directories > 0)
        _ = try commands.restore(["1"])
        #expect(try inner.status(of: Array("deep".utf8)).kind == .directory)
    }
}
