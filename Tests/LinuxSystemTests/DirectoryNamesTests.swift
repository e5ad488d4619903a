internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@Suite struct DirectoryNamesTests {
    /// The directories in a directory, as the kernel lists them.
    private func list(
        _ scratch: ScratchDirectory, _ path: String, _ buffer: inout ListingBuffer
    ) throws -> [String] {
        let directory = try scratch.descriptor.openBeneath(
            BytePath(path), [.readOnly, .directory])
        var found: [String] = []
        try directory.directoryNames(using: &buffer) { name, isCertain in
            // A file system that says no types leaves it to the caller, for every entry.
            if isCertain { found.append(String(decoding: name, as: UTF8.self)) }
        }
        return found.sorted()
    }

    @Test func onlyDirectoriesAreNamed() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("x", to: "file")
        try scratch.descriptor.makeLink(target: Array("inner".utf8), at: Array("link".utf8))
        try scratch.descriptor.makeNode(Array("fifo".utf8), kind: .fifo, mode: 0o600)
        try scratch.makeDirectories("inner")
        try scratch.makeDirectories("...")
        try scratch.makeDirectories(".hidden")
        var buffer = ListingBuffer()
        #expect(try list(scratch, "", &buffer) == ["...", ".hidden", "inner"])
        #expect(try list(scratch, "inner", &buffer) == [])
    }

    @Test func oneBufferServesDirectoriesOfAnySize() throws {
        let scratch = try ScratchDirectory()
        let long = String(repeating: "n", count: 200)
        let names = (0..<400).map { "\(long)-\($0)" }
        // Many times the buffer's room, the directories among files that fill it alone.
        for name in names { try scratch.write("", to: "large/\(name).txt") }
        for name in names { try scratch.makeDirectories("large/\(name)") }
        for name in names { try scratch.write("", to: "files/\(name).txt") }
        try scratch.makeDirectories("small/one")
        var buffer = ListingBuffer()
        #expect(try list(scratch, "large", &buffer) == names.sorted())
        #expect(try list(scratch, "files", &buffer) == [])
        #expect(try list(scratch, "small", &buffer) == ["one"])
    }
}
