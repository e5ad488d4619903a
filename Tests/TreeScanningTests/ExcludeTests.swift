import LinuxSystem
import SnapshotModel
import TestSupport
import Testing
import TreeScanning

@Suite struct ExcludeTests {
    @Test func closerRulesWin() throws {
        var fixture = try ScanFixture()
        fixture.rules.excludes = IgnoreRules(patterns: ["*.log", "/build/", "tmp"])
        for path in [
            "a.log", "build/x", "sub/build/x", "sub/tmp/x", "sub/keep.log", "sub/b.log",
            "sub/deep/c.log",
        ] { try fixture.scratch.write("x", to: path) }
        try fixture.scratch.write("!keep.log\n!/deep/c.log\n", to: "sub/.snapagentignore")
        let tree = try fixture.scan()
        #expect(
            tree.paths == [
                "", "sub", "sub/.snapagentignore", "sub/build", "sub/build/x", "sub/deep",
                "sub/deep/c.log", "sub/keep.log",
            ])
        #expect(tree.excludedCount == 4)
    }

    @Test func anIgnoreFileIsNeverHidden() throws {
        var fixture = try ScanFixture()
        fixture.rules.excludes = IgnoreRules(patterns: [".*"])
        for path in ["a/.hidden", "a/x", "a/b/x", "a/b/y"] {
            try fixture.scratch.write("x", to: path)
        }
        try fixture.scratch.write("x\n", to: "a/.snapagentignore")
        let tree = try fixture.scan()
        #expect(tree.paths == ["", "a", "a/.snapagentignore", "a/b", "a/b/y"])
        let dirty = try fixture.scan(dirty: ["a/b"], RememberedTree(tree))
        #expect(dirty.paths == tree.paths)
    }

    @Test func anIgnoreFileIsReadOnlyIfItIsAFile() throws {
        let fixture = try ScanFixture()
        for path in ["a/x", "b/x"] { try fixture.scratch.write("x", to: path) }
        try fixture.scratch.write("x\n", to: "rules")
        let a = try fixture.scratch.descriptor.openBeneath(BytePath("a"), .readOnly)
        try a.makeLink(target: Array("../rules".utf8), at: IgnoreRules.fileName)
        let b = try fixture.scratch.descriptor.openBeneath(BytePath("b"), .readOnly)
        try b.makeNode(IgnoreRules.fileName, kind: .fifo, mode: 0o600)
        let tree = try fixture.scan()
        #expect(tree["a/x"] != nil)
        #expect(tree["b/x"] != nil)
    }

    @Test func cacheTagsHideWhatTheirDirectoryHolds() throws {
        var fixture = try ScanFixture()
        let tag = "Signature: 8a477f597d28d172789f06886806bc55\n# made again at will\n"
        for path in ["cache/x", "cache/deep/y", "false/x", "link/x"] {
            try fixture.scratch.write("x", to: path)
        }
        try fixture.scratch.write(tag, to: "cache/CACHEDIR.TAG")
        try fixture.scratch.write("Signature: none", to: "false/CACHEDIR.TAG")
        try fixture.scratch.descriptor.openBeneath(BytePath("link"), .readOnly)
            .makeLink(target: Array("../cache/CACHEDIR.TAG".utf8), at: Array("CACHEDIR.TAG".utf8))
        try fixture.scratch.write(tag, to: "CACHEDIR.TAG")
        #expect(try fixture.scan().paths.contains("cache/deep/y"))
        fixture.rules.honourCacheTag = true
        let tree = try fixture.scan()
        #expect(
            tree.paths == [
                "", "CACHEDIR.TAG", "cache", "cache/CACHEDIR.TAG", "false", "false/CACHEDIR.TAG",
                "false/x", "link", "link/CACHEDIR.TAG", "link/x",
            ])
        #expect(
            tree.relevance.isRelevant(
                directory: BytePath("cache"), name: Array("x".utf8), isDirectory: false) == false)
    }

    @Test func ownThingsAreNeverTakenIn() throws {
        var fixture = try ScanFixture()
        for path in ["store/1.zip", "s/file", "s/.snapagent-tmp-1-0123456789ab-3"] {
            try fixture.scratch.write("x", to: path)
        }
        let root = try fixture.scratch.descriptor.duplicate()
        try root.makeNode(Array("socket".utf8), kind: .socket, mode: 0o600)
        fixture.rules.ownIdentities = [
            try root.status(of: Array("store".utf8)).identity,
            try root.status(of: Array("socket".utf8)).identity,
        ]
        let tree = try fixture.scan()
        #expect(tree.paths == ["", "s", "s/file"])
        #expect(tree.excludedCount == 0)
        #expect(tree.leftovers == [BytePath("s/.snapagent-tmp-1-0123456789ab-3")])
        let dirty = try fixture.scan(dirty: ["", "store", "s"], RememberedTree(tree))
        #expect(dirty.paths == tree.paths)
    }

    @Test func otherFileSystemsAreLeftAsEmptyDirectories() throws {
        // The one mount point that every machine has.
        let rules = ScanRules(
            excludes: IgnoreRules(patterns: ["/*", "!/proc"]), oneFileSystem: true)
        let root = try FileDescriptor.open(BytePath("/"), [.readOnly, .directory])
        let tree = try TreeScanner(rules: rules).scan(
            .everything(trustCache: true), root: root, known: NothingKnown(), lastScan: nil)
        #expect(tree.paths == ["", "proc"])
        let dirty = try TreeScanner(rules: rules).scan(
            .directories([BytePath("proc/self"): .everything]), root: root,
            known: RememberedTree(tree),
            lastScan: nil)
        #expect(dirty.paths == ["", "proc"])
    }
}
