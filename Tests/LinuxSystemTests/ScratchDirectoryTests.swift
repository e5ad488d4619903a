internal import LinuxSystem
internal import SnapshotModel
internal import TestSupport
internal import Testing

@Suite struct ScratchDirectoryTests {
    @Test func goesAwayWithWhatItHolds() throws {
        var path = BytePath.root
        do {
            let scratch = try ScratchDirectory()
            path = scratch.path
            try scratch.write("x", to: "a/b/c/file")
            let deep = BytePath(
                Array(repeatElement("directory", count: 600).joined(separator: "/").utf8))
            try scratch.makeDirectories(deep)
            let inner = try scratch.descriptor.openBeneath(BytePath("a/b"), .readOnly)
            try inner.setMode(0)
        }
        let error = #expect(throws: SystemError.self) {
            try FileDescriptor.status(of: path, following: false)
        }
        #expect(error?.errno == .noEntry)
    }

    @Test func runsAProgram() throws {
        let result = try runProgram(
            ["sh", "-c", "cat; echo \"$WORD\" >&2; exit 3"], environment: ["WORD": "err"],
            input: Array("in".utf8))
        #expect(result.status == 3)
        #expect(result.output == "in")
        #expect(result.errors == "err\n")
    }

    @Test func aSeedBringsTheSameNumbersBack() {
        var first = SeededGenerator(seed: 7)
        var second = SeededGenerator(seed: 7)
        #expect(first.bytes(100) == second.bytes(100))
        #expect(first.next() != first.next())
    }
}
