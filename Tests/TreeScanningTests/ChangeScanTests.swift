import LinuxSystem
import SnapshotModel
import TestSupport
import Testing
import TreeScanning

@Suite struct ChangeScanTests {
    let fixture: ScanFixture
    let known: RememberedTree

    init() throws {
        (fixture, known) = try ScanFixture.sample()
    }

    private static func dirty(_ names: [String: [String]?]) -> DirtyNames {
        var dirty = DirtyNames()
        for (directory, names) in names {
            let selection = names.map { NameSelection.names(Set($0.map { Array($0.utf8) })) }
            dirty.insert(selection ?? .everything, in: BytePath(directory))
        }
        return dirty
    }

    /// Expects the paths of the changes, and that they make the known tree what is there.
    @discardableResult
    private func expect(
        _ paths: [String], for dirty: DirtyNames, large: Int = 4_096,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ScannedChanges {
        let changes = try fixture.changes(dirty, known, large: large)
        #expect(
            changes.changes.map { String(decoding: $0.path.bytes, as: UTF8.self) } == paths,
            sourceLocation: sourceLocation)
        var applied = known
        applied.apply(changes)
        #expect(
            applied.differences(from: RememberedTree(try fixture.scan(known))) == [],
            sourceLocation: sourceLocation)
        return changes
    }

    @Test func nothingDirtyChangesNothing() throws {
        try expect([], for: DirtyNames())
        let changes = try expect([], for: Self.dirty(["a/sub": nil]))
        #expect(changes.listed == [BytePath("a/sub")])
        #expect(changes.visited == [.root, BytePath("a"), BytePath("a/sub")])
    }

    @Test func aWrittenFileIsOneChange() throws {
        try fixture.scratch.write("changed", to: "b/deep/er/4")
        let changes = try expect(["b/deep/er/4"], for: Self.dirty(["b/deep/er": nil]))
        #expect(changes.changes[0].after?.needsRead == true)
        #expect(changes.changes[0].before == known.entry(at: BytePath("b/deep/er/4")))
    }

    @Test func aNewDirectoryIsWalkedWholeAndAGoneOneIsOneRemoval() throws {
        try fixture.scratch.write("new", to: "a/new/er/5")
        try DirtyScanTests.removeTree("b", in: fixture.scratch)
        let dirty = Self.dirty(["a": ["new"], "": ["b"], "b": nil, "b/deep/er": nil])
        for large in [0, 4_096] {
            let changes = try expect(
                ["", "a", "a/new", "a/new/er", "a/new/er/5", "b"], for: dirty, large: large)
            #expect(changes.changes.last?.removesAllBelow == true)
        }
        var below: [BytePath] = []
        try known.walk(below: BytePath("b")) { path, _ in below.append(path) }
        #expect(
            below.sorted() == ["b/3", "b/deep", "b/deep/er", "b/deep/er/4"].map { BytePath($0) })
    }

    @Test func aDirectoryBecomesAFileAndAFileADirectory() throws {
        try DirtyScanTests.removeTree("a", in: fixture.scratch)
        try fixture.scratch.write("file", to: "a")
        try fixture.scratch.descriptor.duplicate().remove(Array("top".utf8))
        try fixture.scratch.write("x", to: "top/x")
        // Only the directory that is gone tells of it.
        try expect(["", "a", "top", "top/x"], for: Self.dirty(["a/sub": nil, "top": nil]))
    }

    @Test func onlyTheNamesAreLookedAtInALargeDirectory() throws {
        try fixture.scratch.write("changed", to: "b/3")
        try fixture.scratch.write("silent", to: "b/5")
        let dirty = Self.dirty(["b": ["3", "none"]])
        let changes = try fixture.changes(dirty, known, large: 1)
        // The directory's own time tells of the other name, which the hourly walk finds.
        #expect(changes.changes.map(\.path) == [BytePath("b"), BytePath("b/3")])
        #expect(changes.listed.isEmpty)
        #expect(changes.replaces(BytePath("b/3")))
        #expect(!changes.replaces(BytePath("b/5")))
        try expect(["b", "b/3", "b/5"], for: dirty, large: 2)
    }

    @Test func changedRulesMakeALargeDirectoryListed() throws {
        try fixture.scratch.write("er/\n", to: "b/deep/.snapagentignore")
        try expect(
            ["b/deep", "b/deep/.snapagentignore", "b/deep/er"],
            for: Self.dirty(["b/deep": [".snapagentignore"]]), large: 0)
    }

    @Test func aCacheTagThatComesOrGoesMakesALargeDirectoryListed() throws {
        var fixture = fixture
        fixture.rules.honourCacheTag = true
        let tag = "Signature: 8a477f597d28d172789f06886806bc55\n"
        var known = known
        for (content, paths) in [
            (tag, ["b", "b/3", "b/CACHEDIR.TAG", "b/deep"]),
            ("none", ["b/3", "b/CACHEDIR.TAG", "b/deep", "b/deep/er", "b/deep/er/4"]),
        ] {
            try fixture.scratch.write(content, to: "b/CACHEDIR.TAG")
            let changes = try fixture.changes(Self.dirty(["b": ["CACHEDIR.TAG"]]), known, large: 0)
            #expect(
                changes.changes.map { String(decoding: $0.path.bytes, as: UTF8.self) } == paths)
            known.apply(changes)
            #expect(known.differences(from: RememberedTree(try fixture.scan(known))) == [])
        }
    }

    @Test func rulesAboveADirtyDirectoryHold() throws {
        var fixture = fixture
        fixture.rules.excludes = IgnoreRules(patterns: ["*.log"])
        try fixture.scratch.write("!keep.log\nx\n", to: "b/.snapagentignore")
        let known = RememberedTree(try fixture.scan())
        for name in ["keep.log", "x", "other.log", "y"] {
            try fixture.scratch.write("x", to: "b/deep/" + name)
        }
        for large in [0, 4_096] {
            let changes = try fixture.changes(
                Self.dirty(["b/deep": ["keep.log", "x", "other.log", "y"]]), known, large: large)
            #expect(
                changes.changes.map(\.path.name)
                    == ["deep", "keep.log", "y"].map { Array($0.utf8) })
            #expect(changes.excludedCount == 2)
            #expect(
                !changes.learned.isRelevant(
                    directory: BytePath("b/deep"), name: [UInt8(ascii: "x")], isDirectory: false))
        }
    }

    @Test func whatCouldNotBeListedOrReadIsTriedAgain() throws {
        let broken = try SyscallFaults.refusing("openat2", with: .accessDenied, after: 1, times: 1)
        {
            try fixture.scan()
        }
        #expect(broken.problems.map(\.path) == [BytePath("a/sub")])
        let unlisted = RememberedTree(broken)
        var dirty = DirtyNames()
        dirty.insertRetries(of: broken.problems)
        let changes = try fixture.changes(dirty, unlisted)
        #expect(changes.changes.map(\.path) == [BytePath("a/sub"), BytePath("a/sub/2")])
        #expect(broken.problems.allSatisfy { changes.replaces($0.path) })
    }

    @Test func aDirectoryThatCannotBeListedHoldsNothingAnyMore() throws {
        try fixture.scratch.write("x", to: "b/deep/5")
        // The directory is looked for, its parents are passed through, then it is refused.
        let changes = try SyscallFaults.refusing(
            "openat2", with: .accessDenied, after: 2, times: 1
        ) {
            try fixture.changes(Self.dirty(["b/deep": nil]), known)
        }
        #expect(changes.changes.map(\.path) == [BytePath("b/deep")])
        #expect(changes.changes[0].after?.entry.missing == .unlisted)
        #expect(changes.changes[0].removesAllBelow)
        #expect(changes.problems.map(\.reason) == [.unlisted])
    }

    @Test func aHardLinkElsewhereIsAChange() throws {
        let scratch = fixture.scratch
        let deep = try scratch.descriptor.openBeneath(BytePath("b/deep"), [.readOnly, .directory])
        try deep.makeHardLink(
            from: scratch.descriptor.openBeneath(BytePath("a"), [.readOnly, .directory]),
            [UInt8(ascii: "1")], to: [UInt8(ascii: "x")])
        let dirty = Self.dirty(["b/deep": ["x"]])
        for large in [0, 4_096] {
            try expect(["a/1", "b/deep", "b/deep/x"], for: dirty, large: large)
        }
        let linked = RememberedTree(try fixture.scan())
        try DirtyScanTests.removeTree("b/deep", in: scratch)
        let changes = try fixture.changes(Self.dirty(["b": ["deep"], "b/deep": nil]), linked)
        #expect(changes.changes.map(\.path) == ["a/1", "b", "b/deep"].map { BytePath($0) })
        #expect(changes.changes[0].after?.entry.linkGroup == nil)
    }

    /// The kernel goes on telling of a file under the name by which it was opened.
    @Test(arguments: [0, 4_096], [false, true])
    func whatIsWrittenUnderALostNameIsFound(large: Int, isReplaced: Bool) throws {
        let scratch = fixture.scratch
        let a = try scratch.descriptor.openBeneath(BytePath("a"), [.readOnly, .directory])
        let deep = try scratch.descriptor.openBeneath(BytePath("b/deep"), [.readOnly, .directory])
        let (one, other) = (Array("1".utf8), Array("x".utf8))
        let file = try a.open(one, .writeOnly)
        try deep.makeHardLink(from: a, one, to: other)
        try a.remove(one)
        if isReplaced { try scratch.write("another", to: "a/1") }
        var known = known
        known.apply(
            try fixture.changes(Self.dirty(["a": ["1"], "b/deep": ["x"]]), known, large: large))
        try file.write(Array("through the old name".utf8), at: 0)
        let dirty = Self.dirty(["a": ["1"]])
        let changes = try fixture.changes(dirty, known, large: large)
        #expect(changes.changes.map(\.path) == [BytePath("b/deep/x")])
        known.apply(changes)
        #expect(known.differences(from: RememberedTree(try fixture.scan(known))) == [])
        try file.write(Array("again".utf8), at: 0)
        let tree = try fixture.scan(dirty: ["a"], known)
        #expect(tree.toRead == ["b/deep/x"])
    }

    @Test func otherFileSystemsAreLeftAsEmptyDirectories() throws {
        let root = try FileDescriptor.open(BytePath("/"), [.readOnly, .directory])
        var rules = ScanRules(excludes: IgnoreRules(patterns: ["/*", "!/proc"]))
        rules.oneFileSystem = true
        let tree = try TreeScanner(rules: rules).scan(
            .everything(trustCache: true), root: root, known: NothingKnown(), lastScan: nil)
        var dirty = DirtyNames()
        dirty.insert(.names([Array("self".utf8)]), in: BytePath("proc"))
        let changes = try TreeScanner(rules: rules).scanChanges(
            dirty, root: root, known: RememberedTree(tree), lastScan: farFuture)
        #expect(changes.changes.allSatisfy { !$0.path.isInside(BytePath("proc/self")) })
        #expect(changes.listed == [BytePath("proc")])
    }
}

/// What a scan of changes asks for is what may have changed, however much there is.
@Suite struct ChangeScanCostTests {
    private func expect(
        askedAtMost limit: Int, for paths: [String], in fixture: ScanFixture,
        changing path: String
    ) throws {
        for path in paths { try fixture.scratch.write("x", to: path) }
        let known = CountingTree(RememberedTree(try fixture.scan()))
        try fixture.scratch.write("changed", to: path)
        var dirty = DirtyNames()
        let changed = BytePath(path)
        dirty.insert(.names([changed.name]), in: changed.parent ?? .root)
        let changes = try fixture.changes(dirty, known)
        #expect(changes.changes.map(\.path) == [changed])
        #expect(known.count <= limit)
    }

    @Test func oneChangeAmongManyDirectoriesAsksForItsOwn() throws {
        let fixture = try ScanFixture()
        let paths = (0..<5_000).map { "d\($0 / 100)/e\($0)/file" }
        try expect(askedAtMost: 8, for: paths, in: fixture, changing: "d7/e712/file")
    }

    @Test func oneChangeInAFlatDirectoryAsksForItsName() throws {
        let fixture = try ScanFixture()
        let paths = (0..<10_000).map { "flat/f\($0)" }
        try expect(askedAtMost: 8, for: paths, in: fixture, changing: "flat/f4711")
    }
}
