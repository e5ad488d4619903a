internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

/// What may happen to a file between the first and the last byte read of it.
enum Disturbance: String, CaseIterable {
    case none, appended, rewritten, truncated, replaced, modeChanged, renamed
}

@Suite struct StableFileTests {
    let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write("0123456789", to: "dir/file")
    }

    private func disturb(_ disturbance: Disturbance) throws {
        let directory = try scratch.descriptor.open(Array("dir".utf8), [.readOnly, .directory])
        let file = Array("file".utf8)
        switch disturbance {
        case .none: break
        case .appended: try directory.open(file, .writeOnly).write([1], at: 10)
        case .rewritten:
            let modified = try directory.status(of: file).modified
            try directory.open(file, .writeOnly).write(Array("9876543210".utf8), at: 0)
            try directory.setTimes(of: file, modified: modified)
        case .truncated: try directory.open(file, .writeOnly).truncate(to: 5)
        case .replaced:
            try AtomicFile.write(Array("9876543210".utf8), as: file, in: directory)
        case .modeChanged: try directory.setMode(of: file, 0o777)
        case .renamed: try directory.rename(file, to: directory, [97], replacing: false)
        }
    }

    @Test(arguments: Disturbance.allCases) func seesEveryChange(disturbance: Disturbance) throws {
        // A kernel with a coarse clock gives writes of one tick the same times.
        let written = try FileDescriptor.status(
            of: scratch.path.appending(BytePath("dir/file")), following: false
        ).changed
        #expect(
            try poll(until: {
                try scratch.write("", to: "clock")
                return try scratch.descriptor.status(of: Array("clock".utf8)).changed > written
            }))
        var file = try StableFile.open(BytePath("dir/file"), beneath: scratch.descriptor)
        var content: [UInt8] = []
        #expect(try file.read(into: &content, atMost: 4, at: 0) == 4)
        try disturb(disturbance)
        while try file.read(into: &content, atMost: 4, at: Int64(content.count)) > 0 {}
        #expect(content.count <= 10)
        let isWhole = content == Array("0123456789".utf8)
        #expect(try file.finish() == (disturbance == .none ? .stable : .changed))
        #expect(isWhole || [.rewritten, .truncated].contains(disturbance))
    }

    @Test func neverReadsPastTheFrozenSize() throws {
        var file = try StableFile.open(BytePath("dir/file"), beneath: scratch.descriptor)
        try disturb(.appended)
        var content: [UInt8] = []
        #expect(try file.read(into: &content, atMost: 1_000, at: 0) == 10)
        #expect(try file.read(into: &content, atMost: 1_000, at: 10) == 0)
        #expect(file.status.size == 10)
        #expect(try file.finish() == .changed)
    }

    @Test func takesRegularFilesOnly() throws {
        let root = try FileDescriptor.open(scratch.path, [.readOnly, .directory])
        try root.makeNode(Array("fifo".utf8), kind: .fifo, mode: 0o600)
        try root.makeLink(target: Array("dir/file".utf8), at: Array("link".utf8))
        for (name, errno) in [("fifo", Errno.invalid), ("dir", .invalid), ("link", .loop)] {
            let error = #expect(throws: SystemError.self) {
                _ = try StableFile.open(BytePath(name), beneath: root)
            }
            #expect(error?.errno == errno)
        }
    }
}
