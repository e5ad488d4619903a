internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

/// What a file system may be unable to do.
struct Handicap: Sendable, CustomTestStringConvertible {
    var refused: [(call: String, errno: Errno)]

    var testDescription: String {
        refused.isEmpty ? "none" : refused.map(\.call).joined(separator: ", ")
    }

    /// Runs `body` with everything of it refused.
    func run(_ body: () throws -> Void) throws {
        try run(refused[...], body)
    }

    private func run(_ rest: ArraySlice<(call: String, errno: Errno)>, _ body: () throws -> Void)
        throws
    {
        guard let first = rest.first else { return try body() }
        try SyscallFaults.refusing(first.call, with: first.errno, times: 1) {
            try run(rest.dropFirst(), body)
        }
    }

    static let all = [
        Handicap(refused: []),
        Handicap(refused: [("O_TMPFILE", .notSupported)]),
        Handicap(refused: [("O_TMPFILE", .isDirectory), ("renameat2", .invalid)]),
        Handicap(refused: [("linkat", .notPermitted)]),
        Handicap(refused: [("linkat", .noEntry), ("copy_file_range", .invalid)]),
    ]
}

@Suite struct DurableFileTests {
    let scratch: ScratchDirectory
    let name = Array("name".utf8)

    init() throws { scratch = try ScratchDirectory() }

    private func names() throws -> [String] {
        var names: [String] = []
        try scratch.descriptor.names { name, _ in
            names.append(String(decoding: name, as: UTF8.self))
        }
        return names
    }

    @Test(arguments: Handicap.all) func publishes(handicap: Handicap) throws {
        try handicap.run {
            let file = try DurableFile.make(in: scratch.descriptor, mode: 0o640)
            try file.descriptor.write(Array("content".utf8), at: 0)
            try file.publish(as: name, in: scratch.descriptor)
        }
        #expect(try names() == ["name"])
        #expect(try scratch.read("name") == Array("content".utf8))
        #expect(try scratch.descriptor.status(of: name).mode & 0o600 == 0o600)
    }

    @Test(arguments: Handicap.all) func refusesATakenName(handicap: Handicap) throws {
        try scratch.write("old", to: "name")
        let error = #expect(throws: SystemError.self) {
            try handicap.run {
                let file = try DurableFile.make(in: scratch.descriptor)
                try file.descriptor.write(Array("new".utf8), at: 0)
                try file.publish(as: name, in: scratch.descriptor)
            }
        }
        #expect(error?.errno == .exists)
        #expect(try names() == ["name"])
        #expect(try scratch.read("name") == Array("old".utf8))
    }

    @Test(arguments: Handicap.all) func replaces(handicap: Handicap) throws {
        try scratch.write("old", to: "name")
        try handicap.run {
            try AtomicFile.write(Array("new".utf8), as: name, in: scratch.descriptor)
        }
        #expect(try names() == ["name"])
        #expect(try scratch.read("name") == Array("new".utf8))
    }

    @Test(arguments: Handicap.all, ["fdatasync", "fsync"])
    func leavesNothingWhenTheDiskFails(handicap: Handicap, call: String) throws {
        let error = #expect(throws: SystemError.self) {
            try SyscallFaults.refusing(call, with: .io) {
                try handicap.run {
                    let file = try DurableFile.make(in: scratch.descriptor)
                    try file.descriptor.write(Array("content".utf8), at: 0)
                    try file.publish(as: name, in: scratch.descriptor)
                }
            }
        }
        #expect(error == SystemError(call, errno: .io))
        #expect(try names() == [])
    }

    @Test(arguments: Handicap.all) func leavesNothingWhenDropped(handicap: Handicap) throws {
        try handicap.run {
            let file = try DurableFile.make(in: scratch.descriptor)
            try file.descriptor.write(Array("content".utf8), at: 0)
            #expect(try names().allSatisfy { $0.hasPrefix(TemporaryName.prefix) })
        }
        #expect(try names() == [])
    }

    @Test func publishesInAnotherDirectory() throws {
        try scratch.makeDirectories("target")
        let target = try scratch.descriptor.open(Array("target".utf8), [.readOnly, .directory])
        for (index, handicap) in Handicap.all.enumerated() {
            try handicap.run {
                let file = try DurableFile.make(in: scratch.descriptor)
                try file.publish(as: Array("file-\(index)".utf8), in: target)
            }
        }
        #expect(try names() == ["target"])
        #expect(try target.status(of: Array("file-4".utf8)).kind == .file)
    }
}
