internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@testable internal import TreeWatching

/// What the kernel may deliver, in orders and amounts that a real one gives once in a blue moon.
@Suite struct ScriptedSequenceTests {
    @Test func aNewDirectoryIsWatchedWithAllInIt() throws {
        let fixture = try EngineFixture(["a"])
        try fixture.scratch.write("x", to: "tree/a/b/c/d/file")
        fixture.queue(.of(try fixture.watch("a"), [.create, .isDirectory], "b"))
        #expect(fixture.dirty() == ["a", "a/b", "a/b/c", "a/b/c/d"])
        #expect(fixture.watched() == ["", "a", "a/b", "a/b/c", "a/b/c/d"])
    }

    @Test func doubledEventsChangeNothing() throws {
        let fixture = try EngineFixture(["a"])
        try fixture.scratch.makeDirectories("tree/a/b")
        let event = WatchEvent.of(try fixture.watch("a"), [.create, .isDirectory], "b")
        fixture.queue(event, event)
        fixture.queue(event)
        #expect(fixture.dirty() == ["a", "a/b"])
        #expect(fixture.watched() == ["", "a", "a/b"])
        #expect(fixture.source.removed == [])
    }

    @Test func aLateDeleteDoesNotHideTheSuccessor() throws {
        let fixture = try EngineFixture(["a"])
        let old = try fixture.watch("a")
        let top = try fixture.watch("")
        try fixture.tree().remove(Array("a".utf8), directory: true)
        try fixture.scratch.makeDirectories("tree/a/inner")
        fixture.queue(
            .of(old, .deleteSelf), .of(old, .ignored), .of(top, [.delete, .isDirectory], "a"),
            .of(top, [.create, .isDirectory], "a"))
        #expect(fixture.dirty() == ["", "a", "a/inner"])
        #expect(fixture.watched() == ["", "a", "a/inner"])
        #expect(try fixture.watch("a") != old)
    }

    @Test(arguments: [false, true]) func aRenamedDirectoryKeepsItsWatches(isSplit: Bool) throws {
        let fixture = try EngineFixture(["a/inner", "b"])
        let (a, b, top) = (
            try fixture.watch("a"), try fixture.watch("b"), try fixture.watch("")
        )
        let tree = try fixture.tree()
        let target = try tree.open(Array("b".utf8), [.readOnly, .directory])
        try tree.rename(Array("a".utf8), to: target, Array("new".utf8), replacing: false)
        fixture.queue(.of(top, [.movedFrom, .isDirectory], "a"))
        let second = WatchEvent.of(b, [.movedTo, .isDirectory], "new")
        if isSplit { fixture.source.queue.append([second]) }
        if !isSplit { fixture.source.queue[0].append(second) }
        #expect(fixture.dirty() == ["", "b", "b/new", "b/new/inner"])
        #expect(fixture.watched() == ["", "b", "b/new", "b/new/inner"])
        if isSplit {
            #expect(fixture.source.removed.contains(a))
        } else {
            #expect(try fixture.watch("b/new") == a)
            #expect(fixture.source.removed == [])
        }
    }

    @Test func aDirectoryThatMovesOutIsForgotten() throws {
        let fixture = try EngineFixture(["a/inner"])
        let (a, inner) = (try fixture.watch("a"), try fixture.watch("a/inner"))
        try fixture.tree().rename(
            Array("a".utf8), to: fixture.scratch.descriptor, Array("out".utf8), replacing: false)
        fixture.queue(.of(try fixture.watch(""), [.movedFrom, .isDirectory], "a"))
        #expect(fixture.dirty() == [""])
        #expect(Set(fixture.source.removed) == [a, inner])
        // What it still says from outside concerns nobody.
        fixture.queue(.of(inner, .create, "file"), .of(inner, .ignored), .of(a, .ignored))
        #expect(fixture.dirty() == [])
        #expect(fixture.engine.unknownEvents == 0)
    }

    @Test func exchangedDirectoriesChangePlaces() throws {
        let fixture = try EngineFixture(["a/in-a", "b/in-b"])
        let (a, b, top) = (
            try fixture.identity("a"), try fixture.identity("b"), try fixture.watch("")
        )
        let tree = try fixture.tree()
        try tree.exchange(Array("a".utf8), with: tree, Array("b".utf8))
        fixture.queue(
            .of(top, [.movedFrom, .isDirectory], "a"), .of(top, [.movedTo, .isDirectory], "b"),
            .of(top, [.movedFrom, .isDirectory], "b"), .of(top, [.movedTo, .isDirectory], "a"))
        #expect(fixture.dirty() == ["", "a", "b", "a/in-b", "b/in-a"])
        #expect(fixture.watched() == ["", "a", "b", "a/in-b", "b/in-a"])
        #expect(fixture.engine.table[try fixture.watch("a")]?.identity == b)
        #expect(fixture.engine.table[try fixture.watch("b")]?.identity == a)
    }

    /// Whoever looked at it meanwhile found nothing in its place, or another directory.
    @Test func aDirectoryThatLeavesAndReturnsStaysAndIsDirty() throws {
        let fixture = try EngineFixture(["a/inner"])
        let (a, top) = (try fixture.watch("a"), try fixture.watch(""))
        fixture.queue(
            .of(top, [.movedFrom, .isDirectory], "a"), .of(top, [.movedTo, .isDirectory], "t"),
            .of(top, [.movedFrom, .isDirectory], "t"), .of(top, [.movedTo, .isDirectory], "a"))
        #expect(fixture.dirty() == ["", "a", "a/inner"])
        #expect(try fixture.watch("a") == a)
        #expect(fixture.source.removed == [])
    }

    @Test func aLinkInTheDirectorysPlaceIsNotFollowed() throws {
        let fixture = try EngineFixture(["a/inner"])
        try fixture.scratch.makeDirectories("elsewhere/secret")
        let tree = try fixture.tree()
        let top = try fixture.watch("")
        try tree.rename(
            Array("a".utf8), to: fixture.scratch.descriptor, Array("out".utf8), replacing: false)
        try tree.makeLink(target: Array("../elsewhere".utf8), at: Array("a".utf8))
        // Even if the event claims a directory.
        fixture.queue(
            .of(top, [.movedFrom, .isDirectory], "a"), .of(top, [.create, .isDirectory], "a"))
        #expect(fixture.dirty() == [""])
        #expect(fixture.watched() == [""])
    }

    @Test func whatVanishesBeforeTheVisitIsNoTrouble() throws {
        let fixture = try EngineFixture(["a"])
        fixture.queue(.of(try fixture.watch("a"), [.create, .isDirectory], "gone"))
        #expect(fixture.dirty() == ["a"])
        #expect(fixture.engine.statistics(1).uncovered == [])
    }

    @Test func namesMayBeAnyBytes() throws {
        let fixture = try EngineFixture()
        let name: [UInt8] = [0xFF, 0x0A, 0x80]
        try fixture.tree().makeDirectory(name)
        fixture.source.queue.append([
            WatchEvent(watch: try fixture.watch(""), mask: [.create, .isDirectory], name: name)
        ])
        #expect(fixture.engine.syncPoint(1).directories == [.root, BytePath(name)])
    }
}
