internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@Suite struct ReadingAndWritingTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func readingAppends() throws {
        try scratch.write("0123456789", to: "file")
        let file = try scratch.descriptor.open(Array("file".utf8), .readOnly)
        var buffer = Array("x".utf8)
        #expect(try file.read(into: &buffer, atMost: 4, at: 2) == 4)
        #expect(try file.read(into: &buffer, atMost: 100, at: 8) == 2)
        #expect(try file.read(into: &buffer, atMost: 100, at: 10) == 0)
        #expect(buffer == Array("x234589".utf8))
    }

    @Test func aLimitIsALimit() throws {
        try scratch.write([UInt8](repeating: 7, count: 100_000), to: "file")
        let file = try scratch.descriptor.open(Array("file".utf8), .readOnly)
        #expect(try file.readAll(atMost: 100_000).count == 100_000)
        #expect(throws: SystemError("pread", errno: .fileTooBig)) {
            try file.readAll(atMost: 99_999)
        }
    }

    @Test func aShortFileIsNotReadExactly() throws {
        try scratch.write("0123456789", to: "file")
        let file = try scratch.descriptor.open(Array("file".utf8), .readOnly)
        #expect(try file.readExactly(3, at: 7) == Array("789".utf8))
        #expect(throws: SystemError("pread", errno: .io)) { try file.readExactly(4, at: 7) }
    }

    @Test func writesAtAnyPlace() throws {
        let file = try scratch.descriptor.open(Array("file".utf8), [.create, .readWrite])
        try file.write(Array("tail".utf8), at: 4)
        try file.write(Array("head".utf8), at: 0)
        try file.write([], at: 100)
        #expect(try file.readAll(atMost: 100) == Array("headtail".utf8))
        try file.truncate(to: 6)
        #expect(try file.status().size == 6)
    }

    @Test func aPipeTakesMoreThanItHolds() throws {
        let pipe = try Pipe()
        let input = try pipe.input.duplicate()
        let content = SeededBytes.make(1_000_000)
        let writer = try Thread(name: "writer") { [content] in
            #expect(throws: Never.self) { try input.append(content) }
        }
        var received: [UInt8] = []
        while received.count < content.count {
            let count = try pipe.output.readSome(into: &received, atMost: 65_536)
            try #require(count > 0)
        }
        writer.join()
        #expect(received == content)
    }

    @Test func errorsNameTheCall() throws {
        let file = try scratch.descriptor.open(Array("file".utf8), [.create, .writeOnly])
        var buffer: [UInt8] = []
        #expect(throws: SystemError("pread", errno: .badDescriptor)) {
            try file.read(into: &buffer, atMost: 1, at: 0)
        }
        #expect(throws: SystemError("pwrite", errno: .noSpace)) {
            try SyscallFaults.refusing("pwrite", with: .noSpace, after: 1) {
                try file.write([1], at: 0)
                try file.write([2], at: 1)
            }
        }
        #expect(try file.status().size == 1)
    }
}

/// Bytes without a pattern.
enum SeededBytes {
    /// Makes the same bytes every time.
    static func make(_ count: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: 1)
        return generator.bytes(count)
    }
}
