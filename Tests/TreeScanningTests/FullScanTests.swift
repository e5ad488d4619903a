import Glibc
import LinuxSystem
import SnapshotModel
import TestSupport
import Testing
import TreeScanning

@Suite struct FullScanTests {
    @Test func ordersDepthFirstByBytes() throws {
        let fixture = try ScanFixture()
        for path in ["b/y", "b/x", "a", "b-c", "B/z", "ä"] {
            try fixture.scratch.write(path, to: path)
        }
        let tree = try fixture.scan()
        #expect(tree.paths == ["", "B", "B/z", "a", "b", "b/x", "b/y", "b-c", "ä"])
        #expect(tree.items.map(\.parent) == [-1, 0, 1, 0, 0, 4, 4, 0, 0])
        #expect(tree.toRead == ["B/z", "a", "b/x", "b/y", "b-c", "ä"])
        #expect(tree.problems.isEmpty)
    }

    @Test func recordsEveryKindAndAllMetadata() throws {
        let fixture = try ScanFixture()
        let root = try fixture.scratch.descriptor.duplicate()
        try fixture.scratch.write("hello", to: "file")
        try root.makeHardLink(from: root, Array("file".utf8), to: Array("other".utf8))
        let time = FileTime(seconds: -5, nanoseconds: 123_456_789)
        let file = try root.open(Array("file".utf8), .readWrite)
        try file.setMode(0o4751)
        try file.setAttribute(
            ExtendedAttribute(name: Array("user.note".utf8), value: [1, 0, 255]))
        try file.setTimes(modified: time)
        try root.makeLink(target: Array("nowhere/\u{7}".utf8), at: Array("dangling".utf8))
        try root.makeLink(target: Array("loop".utf8), at: Array("loop".utf8))
        try root.makeNode(Array("pipe".utf8), kind: .fifo, mode: 0o640)
        try root.makeNode(Array("socket".utf8), kind: .socket, mode: 0o600)
        try root.makeDirectory(Array("empty".utf8), mode: 0o555)

        let tree = try fixture.scan()
        let entry = try #require(tree["file"]?.entry)
        #expect(entry.kind == .file)
        #expect(entry.mode == 0o4751)
        #expect(entry.size == 5)
        #expect(entry.modified == time)
        #expect(entry.uid == geteuid())
        #expect(entry.attributes.map(\.value) == [[1, 0, 255]])
        #expect(entry.linkGroup?.count == 2)
        #expect(entry.linkGroup == tree["other"]?.entry.linkGroup)
        #expect(tree["dangling"]?.entry.target == Array("nowhere/\u{7}".utf8))
        #expect(tree["loop"]?.entry.kind == .link)
        #expect(tree["pipe"]?.entry.kind == .fifo)
        #expect(tree["socket"]?.entry.kind == .socket)
        #expect(tree["empty"]?.entry.mode == 0o555)
        #expect(tree["empty"]?.entry.linkGroup == nil)
        #expect(tree.toRead == ["file", "other"])
    }

    @Test func takesNamesAsBytes() throws {
        let fixture = try ScanFixture()
        let names: [[UInt8]] = [
            Array("new\nline".utf8), Array("tab\t\"quote\" \\back".utf8), Array("-dash".utf8),
            [0xFF, 0xFE, 0x80], Array("e\u{301}".utf8), Array("\u{E9}".utf8),
            [UInt8](repeating: UInt8(ascii: "x"), count: 255), Array(" ".utf8),
        ]
        for name in names { try fixture.scratch.write(name, to: BytePath(name)) }
        let tree = try fixture.scan()
        #expect(Set(tree.items.dropFirst().map(\.entry.name)) == Set(names))
        #expect(tree.items.dropFirst().allSatisfy { $0.path.bytes == $0.entry.name })
    }

    @Test func goesDownAnyDepthWithFewDescriptors() throws {
        let fixture = try ScanFixture()
        let name = String(repeating: "d", count: 30)
        let deep = Array(repeating: name, count: 250).joined(separator: "/")
        try fixture.scratch.makeDirectories(deep)
        let last = try fixture.scratch.descriptor.openBeneath(BytePath(deep), [.readOnly])
        let file = try last.open(Array("leaf".utf8), [.create, .writeOnly])
        try file.write([1], at: 0)
        let tree = try fixture.scan()
        #expect(tree.items.count == 252)
        #expect(tree.items.last?.path == BytePath(deep + "/leaf"))
        #expect(deep.utf8.count > 4096)
    }

    @Test func marksSparseFiles() throws {
        let fixture = try ScanFixture()
        let file = try fixture.scratch.descriptor.open(
            Array("sparse".utf8), [.create, .readWrite])
        try file.truncate(to: 8 << 20)
        try file.write([UInt8](repeating: 7, count: 4096), at: 4 << 20)
        let hole = try fixture.scratch.descriptor.open(Array("hole".utf8), [.create, .readWrite])
        try hole.truncate(to: 1 << 20)
        try fixture.scratch.write("dense", to: "dense")
        let tree = try fixture.scan()
        #expect(
            tree["sparse"]?.entry.dataRanges == [DataRange(offset: 4 << 20, count: 4096)])
        #expect(tree["hole"]?.entry.dataRanges == [])
        #expect(tree["dense"]?.entry.dataRanges == .some(nil))
    }

    @Test func leavesOutWhatIsTooLarge() throws {
        var fixture = try ScanFixture()
        try fixture.scratch.write([UInt8](repeating: 1, count: 100), to: "small")
        try fixture.scratch.write([UInt8](repeating: 1, count: 101), to: "large")
        fixture.rules.maxFileSize = 100
        let tree = try fixture.scan()
        #expect(tree.toRead == ["small"])
        #expect(tree["large"]?.entry.missing == .tooLarge)
        #expect(tree["large"]?.entry.size == 101)
        #expect(tree.leftOut.map(\.path) == [BytePath("large")])
        #expect(tree.leftOut.first?.detail == "101 B, over the limit of 100 B")
        #expect(tree.problems.isEmpty)
    }

    @Test func rootMustBeADirectory() throws {
        let fixture = try ScanFixture()
        try fixture.scratch.write("x", to: "file")
        let file = fixture.scratch.path.appending(Array("file".utf8))
        let missing = fixture.scratch.path.appending(Array("missing".utf8))
        #expect(throws: SystemError("openat", path: file, errno: .notDirectory)) {
            _ = try TreeScanner.openRoot(file)
        }
        #expect(throws: SystemError("openat", path: missing, errno: .noEntry)) {
            _ = try TreeScanner.openRoot(missing)
        }
        let opened = try FileDescriptor.open(file, .readOnly)
        #expect(throws: SystemError.self) {
            try TreeScanner(rules: ScanRules()).scan(
                .everything(trustCache: true), root: opened, known: NothingKnown(), lastScan: nil)
        }
    }

    @Test func aRootThatIsGoneIsAnError() throws {
        let fixture = try ScanFixture()
        try fixture.scratch.makeDirectories("root")
        let root = try fixture.scratch.descriptor.open(Array("root".utf8), [.directory])
        try fixture.scratch.descriptor.remove(Array("root".utf8), directory: true)
        #expect(throws: SystemError.self) {
            try TreeScanner(rules: ScanRules()).scan(
                .everything(trustCache: true), root: root, known: NothingKnown(), lastScan: nil)
        }
    }

    @Test func stopsWhenCancelled() throws {
        let fixture = try ScanFixture()
        try fixture.scratch.makeDirectories("a/b")
        let progress = JobProgress()
        progress.cancel()
        let error = #expect(throws: UserError.self) {
            try TreeScanner(rules: ScanRules()).scan(
                .everything(trustCache: true), root: fixture.scratch.descriptor,
                known: NothingKnown(), lastScan: nil, progress: progress)
        }
        #expect(error?.code == .interrupted)
    }
}
