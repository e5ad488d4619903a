internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@testable internal import TreeWatching

/// A root that goes away is an alarm, never an empty tree.
@Suite struct RootTests {
    private let name = Array("tree".utf8)

    private func ancestor(_ fixture: EngineFixture) throws -> Int32 {
        try #require(fixture.engine.roots[1]?.ancestor?.watch)
    }

    @Test func goneAndBack() throws {
        let fixture = try EngineFixture(["a"])
        let scratch = try fixture.scratch.descriptor.duplicate()
        try scratch.rename(name, to: scratch, Array("away".utf8), replacing: false)
        fixture.queue(.of(try fixture.watch(""), .moveSelf))
        fixture.engine.runRound()
        #expect(
            fixture.takeReports() == [
                .everything(reason: "the directory went away"),
                .rootGone(reason: "no such file or directory"),
            ])
        #expect(!fixture.engine.statistics(1).isRootPresent)
        #expect(fixture.watched() == [])
        #expect(fixture.engine.syncPoint(1).everything)
        try scratch.rename(Array("away".utf8), to: scratch, name, replacing: false)
        fixture.queue(.of(try ancestor(fixture), [.movedTo, .isDirectory], "tree"))
        fixture.engine.runRound()
        #expect(fixture.takeReports().last == .rootBack)
        #expect(fixture.watched() == ["", "a"])
        #expect(fixture.dirty() == ["everything"])
    }

    @Test func aSyncPointLooksWithoutAnEvent() throws {
        let fixture = try EngineFixture(["a"])
        let scratch = try fixture.scratch.descriptor.duplicate()
        try scratch.rename(name, to: scratch, Array("away".utf8), replacing: false)
        #expect(fixture.dirty() == ["everything"])
        #expect(fixture.takeReports().contains(.rootGone(reason: "no such file or directory")))
        try scratch.rename(Array("away".utf8), to: scratch, name, replacing: false)
        #expect(fixture.dirty() == ["everything"])
        #expect(fixture.takeReports().contains(.rootBack))
    }

    @Test func replacedByAnother() throws {
        let fixture = try EngineFixture(["a"])
        let scratch = try fixture.scratch.descriptor.duplicate()
        try fixture.scratch.makeDirectories("other/b")
        try scratch.exchange(name, with: scratch, Array("other".utf8))
        fixture.queue(.of(try ancestor(fixture), [.movedTo, .isDirectory], "tree"))
        fixture.engine.runRound()
        let reports = fixture.takeReports()
        #expect(reports.contains(.rootGone(reason: "another directory is in its place")))
        #expect(reports.last == .rootBack)
        #expect(fixture.watched() == ["", "b"])
        #expect(fixture.dirty() == ["everything"])
    }

    @Test func aFileSystemThatIsUnmountedDoesNotLeaveAnEmptyTree() throws {
        let fixture = try EngineFixture(["a"])
        let root = try #require(fixture.engine.roots[1])
        // As if another device had been mounted there when it was added.
        root.identity.device &+= 1
        fixture.queue(.of(try fixture.watch(""), .unmount))
        fixture.engine.runRound()
        #expect(
            fixture.takeReports().contains(.rootGone(reason: "another directory is in its place")))
        #expect(!fixture.engine.statistics(1).isRootPresent)
        #expect(fixture.watched() == [])
        #expect(fixture.dirty() == ["everything"])
        #expect(!fixture.takeReports().contains(.rootBack))
    }

    @Test func isAwaitedThroughDirectoriesThatAreMissing() throws {
        let scratch = try ScratchDirectory()
        try scratch.makeDirectories("x/y/tree/a")
        let source = ScriptedSource()
        let engine = WatchEngine(source: source)
        let reports = Monitor([WatchReport]())
        let path = scratch.path.appending(BytePath("x/y/tree"))
        try engine.add(WatchedRoot(id: 1, path: path)) { report in
            reports.update { $0.append(report) }
        }
        try scratch.descriptor.rename(
            [120], to: scratch.descriptor, Array("gone".utf8), replacing: false)
        _ = engine.syncPoint(1)
        #expect(engine.roots[1]?.ancestor?.name == [120])
        try scratch.makeDirectories("x/y")
        let top = try #require(engine.roots[1]?.ancestor?.watch)
        source.queue.append([.of(top, [.create, .isDirectory], "x")])
        engine.runRound()
        #expect(engine.roots[1]?.ancestor?.name == Array("tree".utf8))
        try scratch.makeDirectories("x/y/tree/b")
        let parent = try #require(engine.roots[1]?.ancestor?.watch)
        source.queue.append([.of(parent, [.create, .isDirectory], "tree")])
        engine.runRound()
        #expect(reports.read { $0 }.last == .rootBack)
        #expect(engine.watchedPaths(of: 1) == ["", "b"])
    }

    /// As an agent does that starts before the file system is mounted.
    @Test(arguments: [false, true]) func anEmptyDirectoryIsNotTakenForTheTree(isMeant: Bool) throws
    {
        let scratch = try ScratchDirectory()
        try scratch.makeDirectories("tree")
        try scratch.makeDirectories("real/a")
        let source = ScriptedSource()
        let engine = WatchEngine(source: source)
        let reports = Monitor([WatchReport]())
        let path = scratch.path.appending(name)
        var specification = WatchedRoot(id: 1, path: path)
        specification.isAwaited = true
        try engine.add(specification) { report in reports.update { $0.append(report) } }
        #expect(reports.read { $0 }.count == 1)
        #expect(engine.syncPoint(1).everything)
        #expect(!engine.statistics(1).isRootPresent)
        #expect(engine.watchedPaths(of: 1) == [])
        if isMeant {
            engine.acceptStandIn(1)
            _ = engine.syncPoint(1)
        } else {
            try scratch.descriptor.exchange(
                name, with: scratch.descriptor, Array("real".utf8))
            _ = engine.syncPoint(1)
        }
        #expect(reports.read { $0 }.last == .rootBack)
        #expect(engine.watchedPaths(of: 1) == (isMeant ? [""] : ["", "a"]))
        // Once it is the tree it may be emptied.
        #expect(!engine.syncPoint(1).everything)
    }

    @Test func aMissingRootIsRefused() throws {
        let scratch = try ScratchDirectory()
        let engine = WatchEngine(source: ScriptedSource())
        let path = scratch.path.appending(Array("missing".utf8))
        #expect(throws: SystemError("openat", path: path, errno: .noEntry)) {
            try engine.add(WatchedRoot(id: 1, path: path)) { _ in }
        }
        #expect(engine.syncPoint(1).everything)
    }

    @Test func removingEndsEveryWatch() throws {
        let fixture = try EngineFixture(["a/b"])
        fixture.engine.remove(1)
        #expect(fixture.engine.table.count == 0)
        #expect(fixture.engine.ancestors.isEmpty)
        #expect(fixture.source.removed.count == 4)
    }
}
