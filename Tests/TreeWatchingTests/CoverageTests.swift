internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@testable internal import TreeWatching

/// What is not watched is known, said and tried again.
@Suite struct CoverageTests {
    @Test(arguments: [Errno.noSpace, .accessDenied, .noMemory])
    func aDirectoryThatCannotBeWatchedIsListed(reason: Errno) throws {
        let fixture = try EngineFixture(["a"])
        try fixture.scratch.makeDirectories("tree/a/shut/inner")
        let shut = try fixture.identity("a/shut")
        fixture.source.refused[shut] = reason
        fixture.queue(.of(try fixture.watch("a"), [.create, .isDirectory], "shut"))
        #expect(fixture.dirty() == ["a"])
        let uncovered = fixture.engine.statistics(1).uncovered
        #expect(uncovered.map(\.path) == [BytePath("a/shut")])
        let words = reason == .noSpace ? "fs.inotify.max_user_watches = 1000" : reason.message
        #expect(uncovered[0].reason.contains(words))
        #expect(fixture.takeReports() == [.degraded])
        // The next sync point tries again and says nothing new.
        #expect(fixture.dirty() == [])
        #expect(fixture.takeReports() == [])
        fixture.source.refused = [:]
        #expect(fixture.dirty() == ["a/shut", "a/shut/inner"])
        #expect(fixture.engine.statistics(1).uncovered == [])
    }

    @Test func ofWhatIsBeyondTheLimitOneIsTriedUntilThatWorks() throws {
        let names = (0..<50).map { "d\($0)" }
        let fixture = try EngineFixture(names.map { $0 + "/inner" }) { scratch, source in
            for name in names {
                let path = scratch.path.appending(BytePath("tree/\(name)"))
                let identity = try FileDescriptor.status(of: path, following: false).identity
                source.refused[identity] = .noSpace
            }
        }
        #expect(fixture.engine.statistics(1).uncovered.count { $0.isBeyondLimit } == 50)
        let before = fixture.source.refusals
        #expect(fixture.dirty() == [])
        #expect(fixture.source.refusals == before + 1)
        fixture.source.refused = [:]
        #expect(fixture.dirty() == Set(names + names.map { $0 + "/inner" }))
        #expect(fixture.engine.statistics(1).uncovered == [])
    }

    @Test func aChangedModeOpensADirectory() throws {
        let fixture = try EngineFixture(["a/shut"]) { scratch, source in
            let path = scratch.path.appending(BytePath("tree/a/shut"))
            let identity = try FileDescriptor.status(of: path, following: false).identity
            source.refused[identity] = .accessDenied
        }
        #expect(fixture.engine.statistics(1).uncovered.count == 1)
        fixture.source.refused = [:]
        fixture.queue(.of(try fixture.watch("a"), [.attributes, .isDirectory], "shut"))
        fixture.engine.runRound()
        #expect(fixture.watched() == ["", "a", "a/shut"])
        #expect(fixture.engine.statistics(1).uncovered == [])
    }

    @Test func aRootThatCannotBeWatchedIsUncovered() throws {
        let fixture = try EngineFixture(["a"]) { scratch, source in
            let path = scratch.path.appending(Array("tree".utf8))
            source.refused[try FileDescriptor.status(of: path, following: false).identity] =
                .noSpace
        }
        #expect(fixture.engine.statistics(1).uncovered.map(\.path) == [.root])
        fixture.source.refused = [:]
        _ = fixture.dirty()
        #expect(fixture.watched() == ["", "a"])
    }

    @Test func whatDoesNotMatterIsNeitherWatchedNorTold() throws {
        let fixture = try EngineFixture(
            ["a", "cache/inner"],
            isRelevant: { directory, name, _ in
                name != Array("cache".utf8) && name != Array("noise".utf8)
            })
        #expect(fixture.watched() == ["", "a"])
        try fixture.scratch.makeDirectories("tree/a/cache")
        fixture.queue(
            .of(try fixture.watch("a"), [.create, .isDirectory], "cache"),
            .of(try fixture.watch("a"), .modify, "noise"))
        fixture.engine.runRound()
        #expect(fixture.takeReports() == [])
        #expect(fixture.dirty() == [])
        #expect(fixture.watched() == ["", "a"])
    }

    @Test func ownDirectoriesAreNeverEntered() throws {
        let store = try ScratchDirectory()
        let fixture = try EngineFixture(
            ["a"], ownIdentities: [try store.descriptor.status().identity])
        try store.makeDirectories("inner")
        let parent = try FileDescriptor.open(store.path.parent ?? .root, [.readOnly, .directory])
        let a = try fixture.tree().open(Array("a".utf8), [.readOnly, .directory])
        try parent.rename(store.path.name, to: a, Array("store".utf8), replacing: false)
        fixture.queue(.of(try fixture.watch("a"), [.movedTo, .isDirectory], "store"))
        #expect(fixture.dirty() == ["a"])
        #expect(fixture.watched() == ["", "a"])
        try a.rename(Array("store".utf8), to: parent, store.path.name, replacing: false)
    }

    @Test func aSecondWayToADirectoryIsListed() throws {
        let fixture = try EngineFixture(["a/inner"])
        try fixture.scratch.makeDirectories("tree/b")
        fixture.source.sameAs[try fixture.identity("b")] = try fixture.identity("a")
        fixture.queue(.of(try fixture.watch(""), [.create, .isDirectory], "b"))
        #expect(fixture.dirty() == [""])
        #expect(fixture.watched() == ["", "a", "a/inner"])
        let uncovered = fixture.engine.statistics(1).uncovered
        #expect(uncovered.map(\.path) == [BytePath("b")])
        #expect(uncovered[0].reason == "the same directory is watched at another place")
    }

    @Test(arguments: [false, true]) func otherFileSystemsAreEnteredIfWished(isWished: Bool) throws {
        let devices = BytePath("/dev")
        let terminals = devices.appending(Array("pts".utf8))
        let identities = try [devices, terminals].map { path in
            try FileDescriptor.status(of: path, following: false).identity
        }
        try #require(identities[0].device != identities[1].device)
        let engine = WatchEngine(source: ScriptedSource())
        try engine.add(WatchedRoot(id: 1, path: devices, oneFileSystem: !isWished)) { _ in }
        #expect(engine.watchedPaths(of: 1).contains("pts") == isWished)
    }

    @Test func reportsSayWhetherOnlyNamesWent() throws {
        let fixture = try EngineFixture(["a"])
        let a = try fixture.watch("a")
        fixture.queue(.of(a, .delete, "x"), .of(a, .delete, "y"))
        fixture.engine.runRound()
        fixture.queue(.of(a, .delete, "x"), .of(a, .closeWrite, "y"))
        fixture.engine.runRound()
        fixture.engine.runRound()
        let kinds = fixture.takeReports().map { report in
            if case .changed(let deletesOnly, _) = report { deletesOnly } else { false }
        }
        #expect(kinds == [true, false])
    }

    @Test func whatASyncPointTakesIsNotReportedAgain() throws {
        let fixture = try EngineFixture(["a"])
        fixture.queue(.of(try fixture.watch("a"), .modify, "file"))
        #expect(fixture.dirty() == ["a"])
        #expect(fixture.takeReports() == [])
    }
}
