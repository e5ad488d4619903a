import LinuxSystem
import SnapshotModel
import TestSupport
import Testing
import TreeScanning

@Suite struct DirtyScanTests {
    let fixture: ScanFixture
    let known: RememberedTree

    init() throws {
        (fixture, known) = try ScanFixture.sample()
    }

    /// Expects that a dirty scan finds what a full one finds.
    private func expectEqual(
        _ dirty: [String], listed: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let partial = try fixture.scan(dirty: dirty, known)
        let full = try fixture.scan(known)
        #expect(partial.paths == full.paths, sourceLocation: sourceLocation)
        #expect(partial.items == full.items, sourceLocation: sourceLocation)
        #expect(partial.listedCount == listed, sourceLocation: sourceLocation)
    }

    @Test func nothingDirtyListsNothing() throws {
        try expectEqual([], listed: 0)
    }

    @Test func onlyTheDirtyDirectoryIsListed() throws {
        try fixture.scratch.write("changed", to: "a/1")
        try fixture.scratch.write("new", to: "a/5")
        try expectEqual(["a"], listed: 1)
    }

    @Test func aNewDirectoryIsWalkedWhole() throws {
        try fixture.scratch.write("new", to: "a/new/er/5")
        try expectEqual(["a"], listed: 3)
    }

    @Test func aDirtyDirectoryThatIsGoneMakesItsParentDirty() throws {
        try Self.removeTree("b/deep", in: fixture.scratch)
        try expectEqual(["b/deep/er", "b/deep"], listed: 1)
        try Self.removeTree("b", in: fixture.scratch)
        try fixture.scratch.write("now a file", to: "b")
        try expectEqual(["b/deep/er"], listed: 1)
    }

    @Test func aDeepTreeThatIsGoneIsLookedUpOnceALevel() throws {
        let levels = 1_000
        let paths = (1...levels).map { Array(repeating: "d", count: $0).joined(separator: "/") }
        let started = MonotonicInstant.now
        let partial = try fixture.scan(dirty: paths, known)
        #expect(partial.paths == (try fixture.scan(known)).paths)
        // Climbing from every level anew took half a million look-ups.
        #expect(MonotonicInstant.now - started < .seconds(5))
    }

    @Test func aDirtyDirectoryNobodyKnowsIsFoundThroughItsParent() throws {
        try fixture.scratch.write("new", to: "b/new/er/5")
        try expectEqual(["b/new/er"], listed: 3)
    }

    @Test func aDirectoryPutInAnothersPlaceIsWalkedWhole() throws {
        let root = try fixture.scratch.descriptor.duplicate()
        try root.exchange(Array("a".utf8), with: root, Array("b".utf8))
        try expectEqual([""], listed: 6)
        let alone = try fixture.scan(dirty: ["a", "b"], known)
        #expect(alone.paths == (try fixture.scan(known)).paths)
    }

    @Test func aDirectorysOwnAttributesAreReadAgain() throws {
        let directory = try fixture.scratch.descriptor.openBeneath(BytePath("a/sub"), .readOnly)
        try directory.setMode(0o2711)
        try directory.setAttribute(
            ExtendedAttribute(name: Array("user.a".utf8), value: [1]))
        try expectEqual(["a/sub"], listed: 1)
        try expectEqual(["a"], listed: 1)
        #expect(try fixture.scan(dirty: ["a/sub"], known)["a/sub"]?.entry.attributes.count == 1)
    }

    @Test func theRootsOwnAttributesAreAlwaysReadAgain() throws {
        try fixture.scratch.descriptor.setMode(0o711)
        #expect(try fixture.scan(dirty: [], known)[""]?.entry.mode == 0o711)
    }

    @Test func changedIgnoreRulesReachAllBelow() throws {
        try fixture.scratch.write("er/\n", to: "b/.snapagentignore")
        try expectEqual(["b"], listed: 2)
        let hidden = RememberedTree(try fixture.scan())
        try fixture.scratch.write("# none\n", to: "b/.snapagentignore")
        let partial = try fixture.scan(dirty: ["b"], hidden)
        #expect(partial.items == (try fixture.scan(hidden)).items)
        #expect(partial.paths.contains("b/deep/er/4"))
        try fixture.scratch.descriptor.openBeneath(BytePath("b"), .readOnly)
            .remove(Array(".snapagentignore".utf8), directory: false)
        #expect(try fixture.scan(dirty: ["b"], hidden).paths.contains("b/deep/er/4"))
    }

    static func removeTree(_ path: String, in scratch: ScratchDirectory) throws {
        let result = try runProgram(["rm", "-r", path], directory: scratch.text)
        #expect(result.status == 0, "\(result.errors)")
    }

    /// Whatever went with the directory, the other names of its files count one name less.
    @Test(arguments: ["removed", "a file now"])
    func namesThatVanishWithTheirDirectoryAreCountedElsewhere(_ how: String) throws {
        let scratch = fixture.scratch
        try scratch.descriptor.openBeneath(BytePath("b/deep/er"), [.readOnly, .directory])
            .makeHardLink(
                from: scratch.descriptor.openBeneath(BytePath("a"), [.readOnly, .directory]),
                [UInt8(ascii: "1")], to: [UInt8(ascii: "x")])
        let linked = RememberedTree(try fixture.scan())
        try Self.removeTree("b/deep", in: scratch)
        if how != "removed" { try scratch.write("in its place", to: "b/deep") }
        let partial = try fixture.scan(dirty: ["b"], linked)
        #expect(partial.items == (try fixture.scan(linked)).items)
        #expect(partial["a/1"]?.entry.linkGroup == nil)
    }

    /// The kernel names an inode that was opened without a name by its number, and only that.
    @Test func aFileIsFoundByTheNumberOfItsInode() throws {
        try fixture.scratch.write("longer than before", to: "b/deep/er/4")
        let inode = try fixture.scratch.descriptor.openBeneath(BytePath("b/deep/er/4"), .readOnly)
            .status().inode
        let partial = try TreeScanner(rules: fixture.rules).scan(
            .directories([BytePath("a"): .everything], inodes: [inode]),
            root: fixture.scratch.descriptor,
            known: known, lastScan: farFuture)
        #expect(partial.items == (try fixture.scan(known)).items)
        #expect(partial.toRead == ["b/deep/er/4"])
    }

    @Test func aChangeUnderOneNameIsSeenUnderTheOthers() throws {
        let scratch = fixture.scratch
        try scratch.descriptor.openBeneath(BytePath("b/deep"), [.readOnly, .directory])
            .makeHardLink(
                from: scratch.descriptor.openBeneath(BytePath("a"), [.readOnly, .directory]),
                [UInt8(ascii: "1")], to: [UInt8(ascii: "x")])
        // The first name's directory hears nothing of the second.
        try expectEqual(["b/deep"], listed: 1)

        let linked = RememberedTree(try fixture.scan())
        try scratch.write("longer than before", to: "b/deep/x")
        let written = try fixture.scan(dirty: ["b/deep"], linked)
        #expect(written.items == (try fixture.scan(linked)).items)
        #expect(written.toRead == ["a/1", "b/deep/x"])

        try scratch.descriptor.openBeneath(BytePath("b/deep"), [.readOnly, .directory])
            .remove([UInt8(ascii: "x")])
        let removed = try fixture.scan(dirty: ["b/deep"], linked)
        #expect(removed.items == (try fixture.scan(linked)).items)
        #expect(removed["a/1"]?.entry.linkGroup == nil)
    }

    @Test func aLinkThatIsSomethingElseNowIsSeenUnderTheOtherNames() throws {
        let scratch = fixture.scratch
        let deep = try scratch.descriptor.openBeneath(BytePath("b/deep"), [.readOnly, .directory])
        try deep.makeHardLink(
            from: scratch.descriptor.openBeneath(BytePath("a"), [.readOnly, .directory]),
            [UInt8(ascii: "1")], to: [UInt8(ascii: "x")])
        let linked = RememberedTree(try fixture.scan())
        try deep.remove([UInt8(ascii: "x")])
        try deep.makeDirectory([UInt8(ascii: "x")])
        let partial = try fixture.scan(dirty: ["b/deep"], linked)
        #expect(partial.items == (try fixture.scan(linked)).items)
        #expect(partial["a/1"]?.entry.linkGroup == nil)
    }

    @Test func rulesTooLargeForTheSnapshotStillChange() throws {
        var fixture = fixture
        fixture.rules.maxFileSize = 12
        try fixture.scratch.write("# rules for b\n4\n", to: "b/.snapagentignore")
        let hidden = RememberedTree(try fixture.scan())
        try fixture.scratch.write("# rules for b\n3\n", to: "b/.snapagentignore")
        let partial = try fixture.scan(dirty: ["b"], hidden)
        #expect(partial.items == (try fixture.scan(hidden)).items)
        #expect(partial.paths.contains("b/deep/er/4"))
    }
}
