internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@Suite struct DirectoryTests {
    let scratch: ScratchDirectory
    let a = Array("a".utf8)
    let b = Array("b".utf8)

    init() throws { scratch = try ScratchDirectory() }

    private func content(_ name: [UInt8]) throws -> [UInt8] {
        try scratch.descriptor.open(name, .readOnly).readAll(atMost: 100)
    }

    @Test func listsEveryKind() throws {
        let directory = scratch.path
        let root = try FileDescriptor.open(directory, [.readOnly, .directory])
        try scratch.write("", to: "file")
        try root.makeDirectory(Array("directory".utf8), mode: 0o755)
        try root.makeLink(target: Array("nowhere".utf8), at: Array("link".utf8))
        try root.makeNode(Array("fifo".utf8), kind: .fifo, mode: 0o600)
        try root.makeNode(Array("socket".utf8), kind: .socket, mode: 0o600)
        var kinds: [String: EntryKind?] = [:]
        try root.names { name, kind in kinds[String(decoding: name, as: UTF8.self)] = kind }
        #expect(
            kinds == [
                "file": .file, "directory": .directory, "link": .link, "fifo": .fifo,
                "socket": .socket,
            ])
        for (name, kind) in kinds {
            #expect(try root.status(of: Array(name.utf8)).kind == kind)
        }
    }

    @Test func listsManyNamesTwice() throws {
        let expected = Set((0..<3_000).map { "name-of-some-length-\($0)" })
        for name in expected { try scratch.write("", to: name) }
        for _ in 0..<2 {
            var listed: [String] = []
            try scratch.descriptor.names { name, _ in
                listed.append(String(decoding: name, as: UTF8.self))
            }
            #expect(listed.count == expected.count)
            #expect(Set(listed) == expected)
        }
    }

    @Test func readsLongLinks() throws {
        let target = [UInt8](repeating: UInt8(ascii: "t"), count: 4_000)
        try scratch.descriptor.makeLink(target: target, at: a)
        #expect(try scratch.descriptor.readLink(a) == target)
        #expect(throws: SystemError("readlinkat", path: BytePath(b), errno: .noEntry)) {
            try scratch.descriptor.readLink(b)
        }
    }

    @Test func renamesWithoutReplacing() throws {
        try scratch.write("A", to: "a")
        try scratch.write("B", to: "b")
        let root = try FileDescriptor.open(scratch.path, [.readOnly, .directory])
        #expect(throws: SystemError("renameat2", path: BytePath(a), errno: .exists)) {
            try root.rename(a, to: root, b, replacing: false)
        }
        try root.exchange(a, with: root, b)
        #expect(try content(a) == Array("B".utf8))
        try root.rename(a, to: root, b, replacing: true)
        #expect(try content(b) == Array("B".utf8))
        #expect(throws: SystemError.self) { try content(a) }
    }

    @Test func hardLinksShareAnInode() throws {
        try scratch.write("A", to: "a")
        try scratch.descriptor.makeHardLink(from: scratch.descriptor, a, to: b)
        let (first, second) = (
            try scratch.descriptor.status(of: a), try scratch.descriptor.status(of: b)
        )
        #expect(first.identity == second.identity)
        #expect(second.linkCount == 2)
        try scratch.descriptor.remove(a)
        #expect(try content(b) == Array("A".utf8))
    }

    @Test func removesOnlyTheKindAskedFor() throws {
        try scratch.makeDirectories("a/inner")
        try scratch.write("B", to: "b")
        #expect(throws: SystemError("unlinkat", path: BytePath(a), errno: .isDirectory)) {
            try scratch.descriptor.remove(a)
        }
        #expect(throws: SystemError("unlinkat", path: BytePath(a), errno: .notEmpty)) {
            try scratch.descriptor.remove(a, directory: true)
        }
        #expect(throws: SystemError("unlinkat", path: BytePath(b), errno: .notDirectory)) {
            try scratch.descriptor.remove(b, directory: true)
        }
    }
}
