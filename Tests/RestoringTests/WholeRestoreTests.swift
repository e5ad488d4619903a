import LinuxSystem
import Restoring
import SnapshotModel
import TestSupport
import Testing

@Suite struct WholeRestoreTests {
    let source: ScratchDirectory
    let target: ScratchDirectory
    let snapshot: MemorySnapshot

    init() throws {
        source = try ScratchDirectory()
        target = try ScratchDirectory()
        try source.makeAwkward()
        snapshot = try MemorySnapshot(of: source)
    }

    private func destination(_ name: String) -> RestoreRequest.Destination {
        .directory(target.path.appending(Array(name.utf8)), flattenSingle: false)
    }

    @Test func anAwkwardTreeComesBackInAMissingDirectory() throws {
        let summary = try restore(snapshot, RestoreRequest(destination: destination("a/b/out")))
        #expect(summary.groups == [])
        #expect(try target.names(in: "a/b") == ["out"])
        let out = try Subtree(target, "a/b/out")
        #expect(try out.picture() == source.picture())
        #expect(
            summary.created.files
                == snapshot.directories.values.joined().count {
                    $0.kind != .directory
                })
        #expect(try target.status("a/b/out").mode == 0o700)
    }

    @Test func anEmptyDirectoryIsReplacedAsAWhole() throws {
        try target.makeDirectories("out")
        let before = try target.status("out").inode
        let summary = try restore(snapshot, RestoreRequest(destination: destination("out/")))
        #expect(summary.isComplete)
        #expect(try target.status("out").inode != before)
        #expect(try target.names() == ["out"])
        #expect(try Subtree(target, "out").picture() == source.picture())
    }

    @Test func aFilledDirectoryIsJoined() throws {
        try target.write("mine", to: "out/mine")
        try target.descriptor.setMode(of: Array("out".utf8), 0o711)
        let summary = try restore(snapshot, RestoreRequest(destination: destination("out")))
        #expect(summary.groups == [])
        var expected = try source.picture()
        let joined = try Subtree(target, "out").picture()
        expected[BytePath("mine")] = joined[BytePath("mine")]
        #expect(joined == expected)
        #expect(try target.status("out").mode == 0o711)
    }

    @Test func hardLinksAndHolesComeBack() throws {
        try restore(snapshot, RestoreRequest(destination: destination("out")))
        #expect(try target.status("out/one").inode == target.status("out/two").inode)
        #expect(try target.status("out/one").linkCount == 2)
        for name in ["dangling", "pipe", "socket"] {
            let status = try target.status("out/\(name)")
            #expect(try status.inode == target.status("out/\(name) 2").inode, "\(name)")
            #expect(status.linkCount == 2, "\(name)")
        }
        #expect(try target.status("out/sparse").allocated < 1 << 20)
        #expect(try target.status("out/sparse").size == 3 << 20)
    }

    @Test func restoringInPlaceTwiceDoesNothingTheSecondTime() throws {
        try source.descriptor.remove(Array("one".utf8), directory: false)
        try source.write("damaged", to: "new\nline")
        let request = RestoreRequest(destination: .inPlace(root: source.path))
        let summary = try restore(snapshot, request)
        #expect(summary.groups == [])
        #expect(summary.created.files == 1)
        #expect(summary.overwritten.files == 1)
        let plan = try RestorePlanner(contents: snapshot).plan(request)
        #expect(plan.changesNothing)
        #expect(plan.needs == 0)
        #expect(
            try source.picture()[BytePath("new\nline")]?.content
                == snapshot
                .directories[.root]?.first { $0.name == Array("new\nline".utf8) }?.content)
    }

    @Test func manyFilesAreWrittenInBatches() throws {
        var snapshot = MemorySnapshot()
        snapshot.add("d", kind: .directory)
        for number in 0..<5000 { snapshot.add("f\(number)", content: "\(number)", to: "d") }
        try target.write("", to: "out/d/other")
        let summary = try restore(snapshot, RestoreRequest(destination: destination("out")))
        #expect(summary.created.files == 5000)
        #expect(summary.isComplete)
        #expect(try target.names(in: "out/d").count == 5001)
        #expect(try target.text(of: "out/d/f4999") == "4999")
        #expect(try target.status("out/d").modified == FileTime(seconds: 1_000_000))
    }
}

/// A part of a scratch directory, looked at like a whole one.
struct Subtree {
    private let scratch: ScratchDirectory
    private let path: BytePath

    init(_ scratch: ScratchDirectory, _ path: String) throws {
        self.scratch = scratch
        self.path = BytePath(path)
    }

    /// What ``ScratchDirectory/picture()`` says of the part.
    func picture() throws -> [BytePath: TreeEntry] {
        var picture: [BytePath: TreeEntry] = [:]
        for (found, entry) in try scratch.picture() where found != path && found.isInside(path) {
            picture[BytePath(Array(found.bytes.dropFirst(path.bytes.count + 1)))] = entry
        }
        return picture
    }
}
