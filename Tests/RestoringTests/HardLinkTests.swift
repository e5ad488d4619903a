import LinuxSystem
import Restoring
import SnapshotModel
import TestSupport
import Testing

/// What may have happened to one of the names of an inode.
private enum Mishap: CaseIterable {
    case nothing, removed, edited, disguised, copied, chmod, touched, linkedToOther, directory

    func befall(_ path: String, in scratch: ScratchDirectory) throws {
        let path = BytePath(path)
        let folder = try scratch.descriptor.openBeneath(
            path.parent ?? .root, [.readOnly, .directory])
        let time = try folder.status(of: path.name).modified
        switch self {
        case .nothing: break
        case .removed: try folder.remove(path.name)
        case .edited: try scratch.write(Array("edited".utf8), to: path)
        case .disguised:
            try scratch.write(Array("CONTENT".utf8), to: path)
            try folder.setTimes(of: path.name, modified: time)
        case .copied:
            try folder.remove(path.name)
            try scratch.write(Array("content".utf8), to: path)
            try folder.setTimes(of: path.name, modified: time)
        case .chmod: try folder.setMode(of: path.name, 0o600)
        case .touched: try folder.setTimes(of: path.name, modified: FileTime(seconds: 1))
        case .linkedToOther:
            try folder.remove(path.name)
            try folder.makeHardLink(
                from: scratch.descriptor, Array("other".utf8), to: path.name)
        case .directory:
            try folder.remove(path.name)
            try folder.makeDirectory(path.name)
        }
    }
}

/// The names of an inode of the snapshot are those of one inode again, whatever happened to them.
@Suite struct HardLinkTests {
    private static let names = ["a", "d/b", "d/c"]

    /// Three names of one inode, and another file of the same content.
    private func place() throws -> ScratchDirectory {
        let scratch = try ScratchDirectory()
        try scratch.makeDirectories("d")
        try scratch.write("content", to: "a")
        let folder = try scratch.descriptor.openBeneath(BytePath("d"), [.readOnly, .directory])
        for name in ["b", "c"] {
            try folder.makeHardLink(
                from: scratch.descriptor, Array("a".utf8), to: Array(name.utf8))
        }
        try scratch.write("content", to: "other")
        let time = try scratch.status("a").modified
        try scratch.descriptor.setTimes(of: Array("other".utf8), modified: time)
        return scratch
    }

    private func expectJoined(_ scratch: ScratchDirectory, _ what: Comment) throws {
        let inodes = try Self.names.map { try scratch.status($0) }
        #expect(Set(inodes.map(\.inode)).count == 1, what)
        #expect(inodes[0].linkCount == 3, what)
        #expect(try scratch.status("other").linkCount == 1, what)
        #expect(try scratch.names() == ["a", "d", "other"], what)
        #expect(try scratch.names(in: "d") == ["b", "c"], what)
    }

    @Test func areJoinedAgain() throws {
        for first in Mishap.allCases {
            for second in Mishap.allCases {
                for third in Mishap.allCases {
                    let what: Comment = "\(first), \(second), \(third)"
                    let scratch = try place()
                    let snapshot = try MemorySnapshot(of: scratch)
                    let before = try scratch.picture()
                    for (path, mishap) in zip(Self.names, [first, second, third]) {
                        try mishap.befall(path, in: scratch)
                    }
                    let request = RestoreRequest(
                        destination: .inPlace(root: scratch.path), delete: true)
                    let summary = try restore(snapshot, request)
                    #expect(summary.groups == [], what)
                    #expect(try scratch.picture() == before, what)
                    try expectJoined(scratch, what)
                    let again = try RestorePlanner(contents: snapshot).plan(request)
                    #expect(again.changesNothing, what)
                }
            }
        }
    }

    @Test func theUntouchedOneHoldsTheOthers() throws {
        let scratch = try place()
        let snapshot = try MemorySnapshot(of: scratch)
        let inode = try scratch.status("a").inode
        try Mishap.removed.befall("a", in: scratch)
        try Mishap.copied.befall("d/c", in: scratch)
        // A name that the snapshot does not have stays a name of its inode.
        let folder = try scratch.descriptor.openBeneath(BytePath("d"), [.readOnly, .directory])
        try folder.makeHardLink(from: folder, Array("b".utf8), to: Array("extra".utf8))
        let request = RestoreRequest(destination: .inPlace(root: scratch.path))
        let plan = try RestorePlanner(contents: snapshot).plan(request)
        #expect(plan.counts.create.files == 1)
        #expect(plan.counts.overwrite.files == 0)
        // That of two equal inodes the first in the plan holds is as good as the other.
        #expect(plan.counts.adjust.files == 1)
        #expect(plan.counts.same.files == 2)
        let summary = try Restorer(contents: snapshot).apply(plan)
        #expect(summary.groups == [])
        #expect(summary.adjusted.files == 1)
        #expect(try scratch.status("a").inode == inode)
        #expect(try scratch.status("d/c").inode == inode)
        #expect(try scratch.status("d/extra").inode == inode)
    }

    @Test func whatCannotBeJoinedIsTold() throws {
        let scratch = try place()
        let snapshot = try MemorySnapshot(of: scratch)
        try Mishap.copied.befall("d/c", in: scratch)
        let request = RestoreRequest(destination: .inPlace(root: scratch.path))
        let plan = try RestorePlanner(contents: snapshot).plan(request)
        let summary = try SyscallFaults.refusing("linkat", with: .notPermitted) {
            try Restorer(contents: snapshot).apply(plan)
        }
        #expect(summary.failed.map(\.path) == [BytePath("d/c")])
        #expect(try scratch.text(of: "d/c") == "content")
        #expect(try scratch.names(in: "d") == ["b", "c"])
    }

    /// Who asks for one name does not ask for the other, which came later.
    @Test func aNameOutsideOfThePlanStaysWhatItIs() throws {
        var snapshot = MemorySnapshot()
        for name in ["alone", "joined"] { snapshot.add(name, content: "content") }
        snapshot.update("joined") {
            $0.linkGroup = LinkGroup(device: 1, inode: 7, count: 2)
        }
        let scratch = try ScratchDirectory()
        try scratch.makeDirectories("tree")
        let tree = try scratch.descriptor.openBeneath(
            BytePath("tree"), [.readOnly, .directory])
        for name in ["alone", "joined"] {
            try scratch.write("content", to: "tree/\(name)")
            try scratch.descriptor.makeHardLink(
                from: tree, Array(name.utf8), to: Array("other \(name)".utf8))
        }
        let before = try scratch.status("other alone")
        let summary = try restore(
            snapshot,
            RestoreRequest(
                destination: .inPlace(root: scratch.path.appending(Array("tree".utf8)))))
        #expect(summary.failed == [])
        #expect(try scratch.status("other alone").modified == before.modified)
        #expect(try scratch.status("tree/alone").modified == FileTime(seconds: 1_000_000))
        // It had several names in the snapshot too, and goes on to.
        #expect(
            try scratch.status("other joined").inode == scratch.status("tree/joined").inode)
    }
}
