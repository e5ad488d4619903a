internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@Suite struct CopyingTests {
    let scratch: ScratchDirectory
    let content = SeededBytes.make(700_001)

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write(content, to: "source")
    }

    private func copy(from offset: Int64, count: Int64, to target: Int64) throws -> [UInt8] {
        let source = try scratch.descriptor.open(Array("source".utf8), .readOnly)
        let copy = try scratch.descriptor.open(
            Array("copy".utf8), [.create, .truncate, .readWrite])
        #expect(try copy.copyRange(from: source, at: offset, to: target, count: count) == count)
        return try copy.readAll(atMost: 1 << 20)
    }

    @Test func copiesInTheKernel() throws {
        #expect(try copy(from: 0, count: 700_001, to: 0) == content)
        #expect(try copy(from: 3, count: 600_000, to: 1) == [0] + content[3..<600_003])
        #expect(try copy(from: 3, count: 0, to: 1) == [])
    }

    @Test(arguments: [Errno.crossDevice, .invalid, .notImplemented, .notSupported])
    func copiesThroughMemoryWhereTheKernelCannot(reason: Errno) throws {
        let copied = try SyscallFaults.refusing("copy_file_range", with: reason) {
            try copy(from: 3, count: 600_000, to: 1)
        }
        #expect(copied == [0] + content[3..<600_003])
    }

    @Test func otherErrorsAreErrors() throws {
        #expect(throws: SystemError("copy_file_range", errno: .noSpace)) {
            try SyscallFaults.refusing("copy_file_range", with: .noSpace) {
                try copy(from: 0, count: 10, to: 0)
            }
        }
        #expect(throws: SystemError("pread", errno: .io)) {
            try copy(from: 700_000, count: 2, to: 0)
        }
    }

    @Test func copiesBetweenFileSystems() throws {
        let memory = try ScratchDirectory(in: BytePath("/dev/shm"))
        let source = try scratch.descriptor.open(Array("source".utf8), .readOnly)
        let copy = try memory.descriptor.open(Array("copy".utf8), [.create, .readWrite])
        try copy.copyRange(from: source, at: 0, to: 0, count: 700_001)
        #expect(try copy.readAll(atMost: 1 << 20) == content)
    }

    @Test func findsHoles() throws {
        let file = try scratch.descriptor.open(Array("sparse".utf8), [.create, .readWrite])
        #expect(try file.dataRanges(size: 0) == nil)
        try file.truncate(to: 1 << 20)
        #expect(try file.dataRanges(size: 1 << 20) == [])
        try file.write([UInt8](repeating: 1, count: 65_536), at: 131_072)
        #expect(
            try file.dataRanges(size: 1 << 20) == [DataRange(offset: 131_072, count: 65_536)])
        try file.write([UInt8](repeating: 1, count: 1 << 20), at: 0)
        #expect(try file.dataRanges(size: 1 << 20) == nil)
        try file.punchHole(at: 0, count: 65_536)
        #expect(
            try file.dataRanges(size: 1 << 20)
                == [DataRange(offset: 65_536, count: (1 << 20) - 65_536)])
        #expect(try file.status().size == 1 << 20)
    }
}
