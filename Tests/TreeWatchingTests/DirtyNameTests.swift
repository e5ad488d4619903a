internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@testable internal import TreeWatching

/// The names that a sync point hands out with its directories.
@Suite struct DirtyNameTests {
    private static func names(_ names: String...) -> NameSelection {
        .names(Set(names.map { Array($0.utf8) }))
    }

    @Test func namesAreKeptUntilTheyAreHandedOut() throws {
        let fixture = try EngineFixture(["a"])
        let a = try fixture.watch("a")
        for _ in 0..<2 {
            // The same again is not looked at, until a sync point took it.
            fixture.queue(
                .of(a, .modify, "x"), .of(a, .attributes, "y"), .of(a, .modify, "x"),
                .of(a, .delete, "z"))
            #expect(fixture.engine.syncPoint(1).names == [BytePath("a"): Self.names("x", "y", "z")])
        }
    }

    @Test func tooManyNamesAreAllOfThem() throws {
        let fixture = try EngineFixture(["a", "b"])
        let (a, b) = (try fixture.watch("a"), try fixture.watch("b"))
        fixture.source.queue.append(
            (0...NameSelection.limit).map { .of(a, .closeWrite, "\($0)") }
                + (0..<NameSelection.limit).map { .of(b, .closeWrite, "\($0)") })
        let names = fixture.engine.syncPoint(1).names
        #expect(names[BytePath("a")] == .everything)
        #expect(names[BytePath("b")]?.nameCount == NameSelection.limit)
    }

    @Test func whatHasNoNameIsEverything() throws {
        let fixture = try EngineFixture(["a", "b"])
        let (a, b) = (try fixture.watch("a"), try fixture.watch("b"))
        fixture.queue(.of(a, .modify, "x"), .of(a, .attributes), .of(b, .modify, "x"))
        try fixture.scratch.makeDirectories("tree/b/new")
        fixture.queue(.of(b, [.create, .isDirectory], "new"))
        #expect(
            fixture.engine.syncPoint(1).names == [
                BytePath("a"): .everything, BytePath("b"): Self.names("x", "new"),
                BytePath("b/new"): .everything,
            ])
    }

    @Test func sendingASetBackKeepsItsNames() throws {
        let fixture = try EngineFixture(["a", "b"])
        let (a, b) = (try fixture.watch("a"), try fixture.watch("b"))
        fixture.queue(.of(a, .modify, "1"), .of(b, .attributes))
        let taken = fixture.engine.syncPoint(1)
        fixture.queue(.of(a, .modify, "2"), .of(b, .modify, "3"))
        fixture.engine.putBack(1, taken)
        #expect(
            fixture.engine.syncPoint(1).names == [
                BytePath("a"): Self.names("1", "2"), BytePath("b"): .everything,
            ])
    }

    @Test func theNamesOfAllDirectoriesTogetherAreLimited() {
        var dirty = DirtySet()
        let each = NameSelection.limit
        for directory in 0...DirtySet.mostNames / each {
            for name in 0..<each {
                dirty.insert(BytePath("\(directory)"), Self.names("\(name)"))
            }
        }
        #expect(!dirty.everything)
        #expect(dirty.names.values.reduce(0) { $0 + $1.nameCount } == DirtySet.mostNames)
        #expect(dirty.names.values.count { $0 == .everything } == 1)
    }
}

extension KernelTests {
    @Test func everyKindOfChangeGivesItsNames() throws {
        let watched = try WatchedTree(["a", "b"])
        let a = try watched.tree().openBeneath(BytePath("a"), [.readOnly, .directory])
        let b = try watched.tree().openBeneath(BytePath("b"), [.readOnly, .directory])
        func write(_ name: String) throws -> FileDescriptor {
            let file = try a.open(Array(name.utf8), [.writeOnly, .create], mode: 0o600)
            try file.write([1], at: 0)
            return file
        }
        func names() -> [BytePath: NameSelection] { watched.watcher.syncPoint(watched.id).names }
        func selection(_ text: String...) -> NameSelection {
            .names(Set(text.map { Array($0.utf8) }))
        }

        let file = try write("created")
        #expect(names() == [BytePath("a"): selection("created")])
        try file.write([2], at: 1)
        #expect(names() == [BytePath("a"): selection("created")])
        try file.setMode(0o640)
        #expect(names() == [BytePath("a"): selection("created")])
        try a.rename(Array("created".utf8), to: a, Array("new".utf8), replacing: false)
        #expect(names() == [BytePath("a"): selection("created", "new")])
        try a.rename(Array("new".utf8), to: b, Array("other".utf8), replacing: false)
        #expect(names() == [BytePath("a"): selection("new"), BytePath("b"): selection("other")])
        try b.remove(Array("other".utf8))
        #expect(names() == [BytePath("b"): selection("other")])
    }
}
